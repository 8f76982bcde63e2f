/** How much of the rate is caught up after this process was held up, in milliseconds: more would be a burst. */
const CATCH_UP_MS = 250;
/** The shortest interval of a timer, in milliseconds. */
const SHORTEST_MS = 1;

/** What a pace needs to know of the time; tests have a clock of their own. */
interface Clock {
  /** In milliseconds. */
  now(): number;
  /** Calls a function again and again; returns a function that ends it. */
  every(ms: number, call: () => void): () => void;
}

const REAL: Clock = {
  now: () => performance.now(),
  every(ms, call) {
    const timer = setInterval(call, ms);
    return () => clearInterval(timer);
  },
};

/**
 * A steady number of turns per second, whether requests wait for them or not: a turn that no request waits for goes to
 * `fill`.
 */
export class SteadyPace {
  readonly #waiting: (() => void)[] = [];
  readonly #end: () => void;
  readonly #start: number;
  #given = 0;
  #stopped = false;

  constructor(
    private readonly rps: number,
    private readonly fill: () => void,
    private readonly clock: Clock = REAL,
  ) {
    this.#start = clock.now();
    this.#end = clock.every(Math.max(SHORTEST_MS, 1000 / rps), () => this.#give());
  }

  /** Resolves when it is the turn of the caller; at once when the pace has stopped. */
  readonly turn = (): Promise<void> =>
    this.#stopped ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));

  /** Ends the turns, and lets go everyone who waits for one. */
  stop(): void {
    this.#stopped = true;
    this.#end();
    for (const go of this.#waiting.splice(0)) go();
  }

  #give(): void {
    const due = Math.floor(((this.clock.now() - this.#start) / 1000) * this.rps);
    const most = Math.max(1, Math.ceil((this.rps * CATCH_UP_MS) / 1000));
    this.#given = Math.max(this.#given, due - most);
    for (; this.#given < due; this.#given += 1) {
      const next = this.#waiting.shift();
      if (next === undefined) this.fill();
      else next();
    }
  }
}
