import { waitFor } from './waiting.js';

/** The result of sending a bulk update: whether the target accepted it, and whether a retry could help. */
export interface Attempt {
  readonly taken: boolean;
  /** It was refused, possibly because another bulk update was running. */
  readonly mayBeBusy: boolean;
}

/**
 * Schedules the bulk updates of one kind of record: concurrently while the target accepts that, and one at a time once
 * it accepted one alone that it had refused before. Whether a second one is accepted during another is unspecified.
 */
export class BulkLane {
  /** Settles once every exclusive run is done. */
  #turn: Promise<unknown> = Promise.resolve();
  #running = 0;
  #alone = false;
  #waiting: (() => void)[] = [];
  /** The target accepts only one bulk update at a time. */
  oneAtATime = false;
  /** It has accepted a bulk update. */
  #taken = false;
  /** It has accepted none, and refused one through all retries: no other one is retried that long. */
  #refused = false;

  /** Runs concurrently with others, but not during an exclusive run; `shared` means that another one was running. */
  async runShared<Value>(run: () => Promise<Value>): Promise<{ readonly value: Value; readonly shared: boolean }> {
    while (this.#alone) await this.#change();
    this.#running += 1;
    let shared = this.#running > 1;
    try {
      const value = await run();
      shared ||= this.#running > 1;
      return { value, shared };
    } finally {
      this.#running -= 1;
      this.#wake();
    }
  }

  /** Runs exclusively. */
  runAlone<Value>(run: () => Promise<Value>): Promise<Value> {
    const own = this.#turn.then(() => this.#exclusively(run));
    this.#turn = own.catch(() => undefined);
    return own;
  }

  /**
   * Sends a bulk update. If it is refused while others run, it is retried exclusively, for at most `patienceMs`
   * milliseconds, and only the last result counts.
   */
  async carryOut<Value extends Attempt>(attempt: () => Promise<Value>, patienceMs: number): Promise<Value> {
    if (!this.oneAtATime) {
      const { value, shared } = await this.runShared(attempt);
      this.#learn(value);
      if (value.taken || !shared) return value;
    }
    return this.runAlone(async () => {
      const isFinal = ({ taken, mayBeBusy }: Value) => taken || !mayBeBusy;
      const { value } = await waitFor(attempt, isFinal, this.#refused ? 0 : patienceMs);
      this.oneAtATime ||= value.taken;
      this.#learn(value);
      this.#refused ||= !value.taken && !this.#taken;
      return value;
    });
  }

  #learn({ taken }: Attempt): void {
    if (!taken) return;
    this.#taken = true;
    this.#refused = false;
  }

  async #exclusively<Value>(run: () => Promise<Value>): Promise<Value> {
    this.#alone = true;
    try {
      while (this.#running > 0) await this.#change();
      return await run();
    } finally {
      this.#alone = false;
      this.#wake();
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
