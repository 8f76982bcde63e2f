import { BulkLane } from './bulk-lane.js';
import { TaskPatience } from './task-patience.js';
import type { Rhythm } from './waiting.js';

/** What is known of a target's bulk updates of one kind of record while a run goes on. */
export class BulkUpdates {
  readonly lane = new BulkLane();
  readonly patience: TaskPatience;
  /** How long the last task could not be seen to end. */
  readonly rhythm: Rhythm = { absentMs: 0 };
  /** The target wants all flags in every bulk update. */
  needsAllFlags = false;
  /** The look in which a task has not ended in time: no other check of that look waits for one, unless it is about just that. */
  late: number | null = null;

  constructor(taskTimeoutMs: number) {
    this.patience = new TaskPatience(taskTimeoutMs);
  }
}
