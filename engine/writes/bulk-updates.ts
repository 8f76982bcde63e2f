import { BulkLane } from './bulk-lane.js';
import { TaskPatience } from './task-patience.js';
import type { Rhythm } from './waiting.js';

/** A task that did not end in time. */
interface OverdueTask {
  readonly id: string;
  /** When the wait for it began, from `performance.now()`. */
  readonly since: number;
}

/** A task that did not end while a check waited for it. */
export interface UnendedTask extends OverdueTask {
  /** Its bulk update, for messages. */
  readonly of: string;
}

/** What a run has learnt about the bulk updates of one kind of record. */
export class BulkUpdates {
  readonly lane = new BulkLane();
  readonly patience: TaskPatience;
  /** How long the last task took to end. */
  readonly rhythm: Rhythm = { absentMs: 0 };
  /** The target requires all flags in every bulk update. */
  needsAllFlags = false;
  /** The target has completed a bulk update of listed records, as restoring flags may need it to. */
  takesListed = false;
  /** The records that a bulk update has updated, by its summary if there is one. */
  readonly succeeded = new Set<string>();
  /** The last summary that was awaited could not be read, so that no other one is awaited. */
  lacksSummary = false;
  /**
   * The number of the run of the checks in which a task timed out: no other check of that run waits for one, unless it
   * tests exactly that.
   */
  late: number | null = null;
  /**
   * The task that tasks.completes has waited for, if it did not end within the whole task time-out. No other task: how one
   * of an unusual body ends is unspecified.
   */
  overdue: OverdueTask | null = null;
  /** The states of tasks before they completed. */
  readonly runningStates = new Set<string>();
  /** The tasks of other documented bulk updates that did not end while a check waited for them. */
  readonly unended: UnendedTask[] = [];

  constructor(taskTimeoutMs: number) {
    this.patience = new TaskPatience(taskTimeoutMs);
  }
}
