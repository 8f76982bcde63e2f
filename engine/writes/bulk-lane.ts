import { waitFor } from './waiting.js';

/** What came of sending a bulk update: whether the target took it, and whether sending it again could help. */
export interface Attempt {
  readonly taken: boolean;
  /** It was refused in a way that another bulk update that runs may be the reason of. */
  readonly mayBeBusy: boolean;
}

/**
 * How the bulk updates of one kind of record share a target: side by side as long as it takes them so, and one after
 * the other once one was refused that is taken when nothing else runs. Whether a second one is taken while one runs is
 * not shown.
 */
export class BulkLane {
  /** Settles once everything that runs alone is done. */
  #turn: Promise<unknown> = Promise.resolve();
  #running = 0;
  #alone = false;
  #waiting: (() => void)[] = [];
  /** The target takes one bulk update at a time. */
  oneAtATime = false;
  /** It has taken a bulk update. */
  #taken = false;
  /** It has taken none, and refused one for as long as it was sent again: no other one is sent that long. */
  #refused = false;

  /** Runs beside others, but not beside one that runs alone; `shared` says whether there was another one. */
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

  /** Runs when nothing else does. */
  runAlone<Value>(run: () => Promise<Value>): Promise<Value> {
    const own = this.#turn.then(() => this.#exclusively(run));
    this.#turn = own.catch(() => undefined);
    return own;
  }

  /**
   * Sends a bulk update. Where it is refused beside others it is sent again alone, for `patienceMs` milliseconds at
   * most, and only what comes of that counts.
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
