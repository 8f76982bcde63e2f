import type { Answer } from './answer.js';
import { causeOf } from './cause.js';
import type { Cause, Failure } from './failure.js';

/** A request of the run: when it was sent, the how many-th it was, and what was requested. */
export interface Moment {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Counts from 1, retries included. */
  readonly request: number;
  readonly method: string;
  readonly url: string;
}

/** A request that the target did not answer itself, and why. */
export interface Trouble extends Moment {
  readonly cause: Cause;
  /** The response or the failure in a few words. */
  readonly summary: string;
}

/** Requests in a row without an answer of the target itself after which the target is probed. */
const SUSPICIOUS = 20;

/**
 * Whether the target is still there, as the requests of a run show it. The client records every response; whoever sends
 * many requests, or retries, looks at `isDead` first.
 */
export class TargetHealth {
  #row = 0;
  #first: Trouble | null = null;
  /** Where the row of failures that still goes on began. */
  #rowStart: Trouble | null = null;
  #lastGood: Moment | null = null;
  #dead: Trouble | null = null;

  /**
   * Records what an attempt of a request came to; `given` says that it carried the credential that is to be accepted. A
   * 429 is recorded once it is no longer waited for.
   */
  recordAttempt(attempt: Answer, given: boolean): void {
    const trouble = troubleOf(attempt, given);
    if (trouble !== null) {
      this.#row += 1;
      this.#rowStart = earlier(this.#rowStart, trouble);
    } else if (attempt.failure === null && causeOf(attempt) === null) this.#recordAnswer(attempt);
  }

  /** Records that a request failed for good, by its first attempt. */
  recordFailure(last: Answer, given: boolean, first: Answer): void {
    const trouble = troubleOf(last, given);
    if (trouble !== null) this.#first = earlier(this.#first, { ...trouble, ...momentOf(first) });
  }

  #recordAnswer(answer: Answer): void {
    this.#row = 0;
    this.#rowStart = null;
    if (answer.status < 300 && answer.request.method === 'GET') this.#lastGood = momentOf(answer);
  }

  /** Whether so many requests in a row failed that the target has to be probed. */
  get isSuspicious(): boolean {
    return this.#dead === null && this.#row >= SUSPICIOUS;
  }

  /** The probe failed too: the target is gone, and nothing more is sent. */
  markDead(): void {
    this.#dead ??= this.#rowStart;
  }

  get isDead(): boolean {
    return this.#dead !== null;
  }

  /** What comes in place of a response once the target is gone; `null` while it is not. */
  get goneFailure(): Failure | null {
    if (this.#dead === null) return null;
    const { cause, summary } = this.#dead;
    return {
      kind: 'unsent',
      cause,
      message: `not sent, because the target stopped responding (${summary})`,
      hint: 'Check the target and the credential, and run the check again.',
    };
  }

  /** The first request of the failures that still go on, or else the first of all that failed; `null` without one. */
  get firstTrouble(): Trouble | null {
    return this.#rowStart ?? this.#first;
  }

  /** The last read that succeeded; `null` where none did. */
  get lastGood(): Moment | null {
    return this.#lastGood;
  }
}

/** What kept a request from being answered; `null` where it was, or where it says nothing of the target. */
function troubleOf(answer: Answer, given: boolean): Trouble | null {
  const cause = causeOf(answer);
  if (cause === null || answer.attempts === 0) return null;
  if (!given && (cause === 'unauthorized' || cause === 'forbidden')) return null;
  return { ...momentOf(answer), cause, summary: answer.summary };
}

/** Of two requests the one that was sent first: responses come in any order. */
function earlier(one: Trouble | null, other: Trouble): Trouble {
  return one !== null && one.request <= other.request ? one : other;
}

function momentOf({ startedAt, number, request }: Answer): Moment {
  return { at: startedAt, request: number, method: request.method, url: request.url };
}
