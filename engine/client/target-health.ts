import type { FixtureName } from '../../contract/types.js';
import { type Answer, NO_RESPONSE } from './answer.js';
import { causeOf } from './cause.js';
import type { Cause, Failure } from './failure.js';

/** A request of the run: when it was sent, its number, and what was requested. */
export interface Moment {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Counts from 1, retries included. */
  readonly request: number;
  readonly method: string;
  readonly url: string;
}

/** A request without a usable response from the target itself, and why. */
export interface Trouble extends Moment {
  readonly cause: Cause;
  /** The response or the failure in a few words. */
  readonly summary: string;
}

/** The number of consecutive requests without a response from the target after which it is probed. */
const SUSPICIOUS = 20;

/**
 * How many kinds of records must have lost a sample: another client may remove a record of one kind, but samples of
 * several disappear together where the data were replaced.
 */
const KINDS_GONE = 2;

/**
 * Whether the target is still available, as the requests of a run show it. The client records every response; code that
 * sends many requests, or retries, checks `isDead` first.
 */
export class TargetHealth {
  #row = 0;
  #first: Trouble | null = null;
  /** The first of the consecutive failures that still continue. */
  #rowStart: Trouble | null = null;
  #lastGood: Moment | null = null;
  #dead: Trouble | null = null;
  #tokenProblem: string | null = null;
  #hasMovedLists = false;
  /** The fixtures, such as `userId`, whose samples disappeared from their lists during the run. */
  readonly #gone = new Set<FixtureName>();

  /**
   * Records the result of an attempt; `given` means that it carried the valid credential. A 429 is recorded once the
   * client stops waiting for it. A target whose response exceeds a limit of touchstone is not gone.
   */
  recordAttempt(attempt: Answer, given: boolean): void {
    const trouble = troubleOf(attempt, given);
    if (trouble?.cause === 'limit') return;
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

  /** Whether enough consecutive requests failed that the target has to be probed. */
  get isSuspicious(): boolean {
    return this.#dead === null && this.#row >= SUSPICIOUS;
  }

  /** Marks the target as gone after the probe failed too: nothing more is sent. */
  markDead(): void {
    this.#dead ??= this.#rowStart;
  }

  /** Marks the target as gone for this run: it rejected the token of an exchange, and there is no other one. */
  markRejected(answer: Answer, problem: string): void {
    const trouble = troubleOf(answer, true);
    if (trouble === null) return;
    this.#tokenProblem ??= problem;
    this.#dead ??= trouble;
    this.#first = earlier(this.#first, trouble);
  }

  /** Records that another server responds in place of the target, by its response to a read that had succeeded before. */
  recordReplacement(answer: Answer): void {
    this.#first = earlier(this.#first, { ...momentOf(answer), cause: 'server-error', summary: answer.summary });
  }

  /** Records that a sample disappeared from its list during the run. */
  recordGone(fixture: FixtureName): void {
    this.#gone.add(fixture);
  }

  /** The fixtures whose samples disappeared, if that shows that the data of the target were replaced; else empty. */
  get replaced(): readonly FixtureName[] {
    return this.#gone.size >= KINDS_GONE ? [...this.#gone] : [];
  }

  /** Why the token could not be renewed; `null` if that was not needed. */
  get tokenProblem(): string | null {
    return this.#tokenProblem;
  }

  get isDead(): boolean {
    return this.#dead !== null;
  }

  /** The failure of every request once the target is gone; `null` while it is available. */
  get goneFailure(): Failure | null {
    if (this.#dead === null) return null;
    const { cause, summary } = this.#dead;
    if (this.#tokenProblem !== null) {
      const message = `not sent, because the token could not be renewed: ${this.#tokenProblem}`;
      return { kind: 'unsent', cause, message, hint: 'Check the credential, and run the check again.' };
    }
    return {
      kind: 'unsent',
      cause,
      message: `the request was not sent, because the target had stopped responding (${summary.replace(NO_RESPONSE, '')})`,
      hint: 'Check the target and the credential, and run the check again.',
    };
  }

  /** Records that a list changed while the run read it. */
  recordMovement(): void {
    this.#hasMovedLists = true;
  }

  /** Whether other clients change lists while the run reads them. */
  get hasMovedLists(): boolean {
    return this.#hasMovedLists;
  }

  /** The first of the consecutive failures that still continue, or else the first failure; `null` if there was none. */
  get firstTrouble(): Trouble | null {
    return this.#rowStart ?? this.#first;
  }

  /** The last read that succeeded; `null` where none did. */
  get lastGood(): Moment | null {
    return this.#lastGood;
  }
}

/** The failure of a request; `null` if it got a response, or if the result does not concern the target's health. */
function troubleOf(answer: Answer, given: boolean): Trouble | null {
  const cause = causeOf(answer);
  if (cause === null || answer.attempts === 0) return null;
  if (!given && (cause === 'unauthorized' || cause === 'forbidden')) return null;
  return { ...momentOf(answer), cause, summary: answer.summary };
}

/** The request that was sent first: responses arrive in any order. */
function earlier(one: Trouble | null, other: Trouble): Trouble {
  return one !== null && one.request <= other.request ? one : other;
}

function momentOf({ startedAt, number, request }: Answer): Moment {
  return { at: startedAt, request: number, method: request.method, url: request.url };
}
