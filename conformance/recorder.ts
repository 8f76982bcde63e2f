import type { Answer } from '../engine/client/answer.js';
import type { TargetOptions } from '../engine/target/options.js';
import type { Target } from '../engine/target/target.js';
import { decoded, type Exchange, Recording } from '../power/recording.js';
import type { Work } from '../power/work.js';

const MEGABYTE = 1024 * 1024;
/** The maximum size of the responses that a run records, in bytes: each thread that injects deviations has a copy. */
const MOST_BYTES = 64 * MEGABYTE;

/** Records what a run reads, and from its first write on what it sends: later responses belong to other data. */
export class Recorder {
  readonly #recording: Recording;
  /** Everything from the first write on, in the order of the responses. */
  readonly #late: Exchange[] = [];
  #lateBytes = 0;

  constructor(private readonly mostBytes = MOST_BYTES) {
    this.#recording = new Recording(mostBytes);
  }

  /**
   * Why the power of the run cannot be measured; `null` if it can. Without some of its responses, a run would seem to
   * notice less than it does.
   */
  get problem(): string | null {
    if (!this.#recording.isExceeded && this.#lateBytes <= this.mostBytes) return null;
    const limit = `${this.mostBytes / MEGABYTE} MB`;
    return `the power was not measured: the responses of the run take more than ${limit}; check fewer operations, or use --budget quick`;
  }

  readonly add = ({ request, received }: Answer): void => {
    const isLate = this.#late.length > 0 || request.method !== 'GET';
    if (received === null) return;
    const { method, url, headers: sent, body } = request;
    const path = url.slice(new URL(url).origin.length);
    const wire = { method, path, headers: sent, ...(body !== undefined && { body }) };
    const response = decoded(received);
    if (!isLate) {
      this.#recording.add(wire, response);
      return;
    }
    this.#lateBytes += response.body.length;
    if (this.#lateBytes <= this.mostBytes) this.#late.push({ request: wire, response });
  };

  /** What was recorded, and its target as it is reached offline: with one credential, and without a network. */
  workOf(
    { auth, network: _network, ...options }: TargetOptions,
    target: Target,
  ): Pick<Work, 'target' | 'exchanges'> & { readonly late: readonly Exchange[] } {
    const isFixed = auth === undefined || auth.kind === 'apiKey';
    return {
      target: isFixed ? { ...options, ...(auth && { auth }) } : { ...options, headers: target.headers('given') },
      exchanges: this.#recording.exchanges.map((exchange) => withFirstToken(exchange, target)),
      late: this.#late.map((exchange) => withFirstToken(exchange, target)),
    };
  }
}

/** An exchange with the first credential of a run, if it has a later one. */
function withFirstToken({ request, response }: Exchange, target: Target): Exchange {
  const given = target.headers('given');
  const names = Object.keys(given);
  const isRefused = target.unauthorized.some((kind) =>
    names.every((name) => request.headers[name] === target.headers(kind)[name]),
  );
  return { request: isRefused ? request : { ...request, headers: { ...request.headers, ...given } }, response };
}
