import type { Client } from '../client/client.js';
import type { AnswerTimes } from '../session/answer-times.js';
import type { Interface } from '../session/world.js';
import type { Budget } from '../target/budget.js';
import type { Progress } from '../target/options.js';
import type { Target } from '../target/target.js';
import type { Writes } from '../writes/writes.js';
import type { DataDigests } from './data-digests.js';
import type { PlannedCheck } from './plan.js';
import type { Result } from './result.js';

/** The input of a run. */
export interface RunInput {
  readonly target: Target;
  readonly client: Client;
  readonly described: Interface;
  readonly checks: readonly PlannedCheck[];
  readonly seed: number;
  /** Records the time of every response. */
  readonly times: AnswerTimes;
  /** The journal and options of writes; `null` if nothing may be written. */
  readonly writes: Writes | null;
  readonly budget: Budget;
  /** The maximum number of requests of one run of the checks that read; default that of the budget. */
  readonly maxRequests?: number;
  /** The target was tested before, with these ids: it is neither probed first, nor are the given ids looked up. */
  readonly known?: true;
  /** Whether the baseline accepts all that a check found. */
  readonly accepts?: (result: Result) => boolean;
  /** Records which data the run has read. */
  readonly data?: DataDigests;
  /** Confirms each failure as soon as it is found, and not all of them after the reads. */
  readonly confirmsAtOnce?: boolean;
  /** The interrupt of the user: the run stops, and soon gives up restoring. */
  readonly signal?: AbortSignal;
  /** Stops the run as its failures do: nothing new is sent, but everything is restored; default `signal`. */
  readonly stop?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}
