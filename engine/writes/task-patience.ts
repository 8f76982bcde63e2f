/** The total time for all further waits for tasks of a kind after one has timed out, in milliseconds. */
const REST_MS = 30_000;

/** How long a task may be waited for, in milliseconds. */
export interface Wait {
  readonly ms: number;
  /** It uses up the time that is left after a timeout. */
  readonly ofRest: boolean;
}

/**
 * How long a run waits for the tasks of one kind of record. Each gets the full timeout until one has timed out; from
 * then on all others share half a minute, or the timeout if that is shorter.
 */
export class TaskPatience {
  #restMs: number | null = null;

  constructor(readonly timeoutMs: number) {}

  /** The next wait; 0 ms if the task is to be read only once. A `whole` one has the full timeout in any case. */
  next(whole = false): Wait {
    const restMs = whole ? null : this.#restMs;
    return { ms: restMs ?? this.timeoutMs, ofRest: restMs !== null };
  }

  /** Records a wait that timed out, and how long it lasted, in milliseconds. */
  recordTimeout(wait: Wait, waitedMs: number): void {
    this.#restMs ??= Math.min(REST_MS, this.timeoutMs);
    if (wait.ofRest) this.#restMs = Math.max(0, this.#restMs - waitedMs);
  }
}
