/** The time for all further waits for tasks of a kind once one has not ended in time, in milliseconds. */
const REST_MS = 30_000;

/** How long a task may be waited for, in milliseconds. */
export interface Wait {
  readonly ms: number;
  /** It is taken from what is left after a task has not ended in time. */
  readonly ofRest: boolean;
}

/**
 * How long a run waits for the tasks of one kind of record. Each has the whole time-out until one has not ended in it;
 * from then on all others share half a minute, or the time-out where that is shorter.
 */
export class TaskPatience {
  #restMs: number | null = null;

  constructor(private readonly timeoutMs: number) {}

  /** The next wait; of 0 ms where the task is to be read just once. */
  next(): Wait {
    return { ms: this.#restMs ?? this.timeoutMs, ofRest: this.#restMs !== null };
  }

  /** Takes account of a wait that was in vain, and of how long it lasted, in milliseconds. */
  recordTimeout(wait: Wait, waitedMs: number): void {
    this.#restMs ??= Math.min(REST_MS, this.timeoutMs);
    if (wait.ofRest) this.#restMs = Math.max(0, this.#restMs - waitedMs);
  }
}
