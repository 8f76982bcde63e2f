interface Waiting {
  readonly weight: number;
  readonly start: () => void;
}

/** Runs tasks at the same time as long as their weights together are within a limit; one task may exceed it alone. */
export class WeightedTurns {
  readonly #waiting: Waiting[] = [];
  #weight = 0;
  #running = 0;

  constructor(private readonly most: number) {}

  /** Runs a task when its turn comes; those without a weight wait for nothing. */
  async run<Value>(weight: number, task: () => Promise<Value>): Promise<Value> {
    if (weight === 0) return task();
    await new Promise<void>((start) => {
      this.#waiting.push({ weight, start });
      this.#startNext();
    });
    try {
      return await task();
    } finally {
      this.#weight -= weight;
      this.#running -= 1;
      this.#startNext();
    }
  }

  #startNext(): void {
    for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
      if (this.#running > 0 && this.#weight + next.weight > this.most) return;
      this.#waiting.shift();
      this.#weight += next.weight;
      this.#running += 1;
      next.start();
    }
  }
}
