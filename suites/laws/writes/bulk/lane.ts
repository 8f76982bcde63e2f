import type { WriteContext } from '../../../../engine/writes/write-context.js';

/**
 * How the bulk updates of a run share a target: side by side as long as it takes them so, and one after the other once
 * one was refused that is taken when nothing else runs. Whether a second one is taken while one runs is not shown.
 */
export class Lane {
  /** Settles once everything that runs alone is done. */
  #turn: Promise<unknown> = Promise.resolve();
  #running = 0;
  #alone = false;
  #waiting: (() => void)[] = [];
  /** The target takes one bulk update at a time. */
  oneAtATime = false;

  /** Runs beside others, but not beside one that runs alone; whether there was another one is told. */
  async beside<Value>(run: () => Promise<Value>): Promise<{ readonly value: Value; readonly shared: boolean }> {
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
  alone<Value>(run: () => Promise<Value>): Promise<Value> {
    const own = this.#turn.then(() => this.#exclusively(run));
    this.#turn = own.catch(() => undefined);
    return own;
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

/** The lane of the kind of record that a check is about. */
export function laneOf(context: WriteContext): Promise<Lane> {
  return context.world.recall(`lane of bulk updates of ${context.kind.id}`, async () => new Lane());
}
