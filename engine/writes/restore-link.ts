import pLimit from 'p-limit';
import type { Answer, SentRequest } from '../client/answer.js';
import { isAway } from '../client/cause.js';
import { pause } from '../session/pause.js';
import type { Ask, Session, Write } from '../session/session.js';
import { afterAbort, Stop } from './stop.js';

/** The shortest pause between two requests to a failing target, in milliseconds; it doubles up to the longest. */
const SHORTEST_MS = 1000;
const LONGEST_MS = 8000;
/** The random extension of a pause, as a share of it, so that several runs do not retry at the same time. */
const JITTER = 0.5;
/** How long a target may fail before restoring gives up, in milliseconds. */
export const GIVE_UP_MS = 60_000;
/** How long restoring goes on after an interrupt, in milliseconds. */
export const LAST_MS = 2500;

/** Thrown when no more requests are sent to restore records: the target fails, or the run is interrupted. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

/**
 * Sends the requests that restore records, and handles a failing target: while no response is usable, one request at a
 * time with growing pauses, at most one a second overall; after a minute it gives up. After an interrupt it continues
 * for a few seconds, whatever is in progress.
 */
export class RestoreLink {
  readonly #inTurn = pLimit(1);
  #failingSince: number | null = null;
  #pauseMs = SHORTEST_MS;
  readonly #stop = new Stop();

  constructor(
    private readonly session: Session,
    signal?: AbortSignal,
  ) {
    afterAbort(signal, LAST_MS, () => {
      this.#stop.now(new GivenUp('the run was interrupted before it could be restored'));
    });
  }

  /** Why no more requests are sent; `null` while restoring continues. */
  get over(): string | null {
    return this.#stop.error?.message ?? null;
  }

  /** Reads, with retries while the target is unavailable, since a read changes nothing. */
  ask(ask: Ask): Promise<Answer> {
    return this.#ask(ask, isFailure);
  }

  /** Reads a task: a 500 then says nothing about whether records can be restored. */
  askTask(ask: Ask): Promise<Answer> {
    return this.#ask(ask, isAway);
  }

  write(write: Write): Promise<Answer> {
    return this.#send(() => this.session.write({ ...write, restores: true }), isFailure);
  }

  async #ask(ask: Ask, fails: Fails): Promise<Answer> {
    for (;;) {
      const send = (once: boolean) => this.session.ask({ ...ask, fresh: true, unstoppable: true, once });
      const answer = await this.#send(send, fails);
      if (!isAway(answer)) return answer;
    }
  }

  /** The request that a write would send, without sending it. */
  describe(write: Write): SentRequest {
    return this.session.describe(write);
  }

  /** Waits for a promise that is not a request of its own, while restoring continues. */
  wait<Value>(something: Promise<Value>): Promise<Value> {
    return this.#stop.wait(something);
  }

  async #send(send: (once: boolean) => Promise<Answer>, fails: Fails): Promise<Answer> {
    for (;;) {
      if (this.#stop.error !== null) throw this.#stop.error;
      if (this.#failingSince === null) return this.#judged(await this.wait(send(false)), fails);
      const answer = await this.wait(this.#inTurn(() => this.#oneOfFew(send, fails)));
      if (answer !== null) return answer;
    }
  }

  /** Sends a request after a pause; `null` if the target has recovered while it waited for its turn. */
  async #oneOfFew(send: (once: boolean) => Promise<Answer>, fails: Fails): Promise<Answer | null> {
    if (this.#stop.error !== null) throw this.#stop.error;
    if (this.#failingSince === null) return null;
    const pauseMs = this.#pauseMs * (1 + JITTER * Math.random());
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_MS);
    await this.wait(pause(pauseMs));
    return this.#judged(await this.wait(send(true)), fails);
  }

  #judged(answer: Answer, fails: Fails): Answer {
    if (!fails(answer)) {
      // A 500 for a task does not mean that the target has recovered either.
      if (!isFailure(answer)) {
        this.#failingSince = null;
        this.#pauseMs = SHORTEST_MS;
      }
      return answer;
    }
    const now = performance.now();
    this.#failingSince ??= now;
    const failedMs = now - this.#failingSince;
    if (failedMs >= GIVE_UP_MS) {
      const seconds = Math.round(failedMs / 1000);
      const last = `the last one ${answer.summary}`;
      this.#stop.now(new GivenUp(`restoring gave up after ${seconds} s without a usable response, ${last}`));
    }
    return answer;
  }
}

/** Whether a response shows that the target fails. */
type Fails = (answer: Answer) => boolean;

function isFailure(answer: Answer): boolean {
  return isAway(answer) || answer.status >= 500;
}

/** The result of a step, or `null` if restoring gave up before it ended. */
export async function unlessGivenUp<Value>(step: Promise<Value>): Promise<Value | null> {
  try {
    return await step;
  } catch (error) {
    if (error instanceof GivenUp) return null;
    throw error;
  }
}
