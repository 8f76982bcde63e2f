import type { Answer } from '../client/answer.js';
import type { Client } from '../client/client.js';
import type { Target } from '../target/target.js';

/** How many different reads are repeated in turn. */
const MOST_READS = 200;

/** A read that succeeded, by the path with its query, and the operation that it belongs to. */
interface Read {
  readonly operation: string;
  readonly path: string;
}

/**
 * Repeats reads of a round while its checks wait or compute, so that the rate stays steady. A check that is re-run to
 * confirm a difference then meets a target that is as busy as before.
 */
export class FillIn {
  readonly #reads: Read[] = [];
  readonly #known = new Set<string>();
  /** How many repetitions were sent. */
  sent = 0;
  readonly #inFlight = new Set<Promise<void>>();

  constructor(
    private readonly connection: { readonly client: Client; readonly target: Target },
    /** How many repetitions may be in flight: a target that does not keep up gets no more. */
    private readonly most: number,
    private readonly onAnswer: (operation: string, answer: Answer) => void,
  ) {}

  /** Remembers a read that a check has sent with the credential and that succeeded. */
  learn(operation: string, { status, request }: Answer): void {
    const path = request.url.slice(this.connection.target.origin.length);
    if (status !== 200 || request.method !== 'GET' || this.#known.has(path) || this.#reads.length >= MOST_READS) return;
    const given = Object.entries(this.connection.target.headers('given'));
    if (given.some(([name, value]) => request.headers[name] !== value)) return;
    this.#known.add(path);
    this.#reads.push({ operation, path });
  }

  /** Repeats the next read, if there is one. */
  readonly send = (): void => {
    const read = this.#reads[this.sent % this.#reads.length];
    if (read === undefined || this.#inFlight.size >= this.most) return;
    this.sent += 1;
    const sending = this.#repeat(read).finally(() => this.#inFlight.delete(sending));
    this.#inFlight.add(sending);
  };

  /** Resolves when all repetitions have a response. */
  async settled(): Promise<void> {
    await Promise.all(this.#inFlight);
  }

  async #repeat({ operation, path }: Read): Promise<void> {
    const { client, target } = this.connection;
    this.onAnswer(operation, await client.send({ method: 'GET', path, headers: target.headers('given'), once: true }));
  }
}
