import { type Call, cellsOf, isWrite, type Patches, type Value } from './history.js';

/** The result of a search; `order` holds positions in the list of calls. */
export type Found =
  | { readonly kind: 'order'; readonly order: readonly number[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'limit' };

/** Whether the first call must come before the second one in the order. */
export type Precedence = (one: Call, other: Call) => boolean;

/** How many states a search may visit before it gives up. */
export const SEARCH_LIMIT = 3000;

/** A call with its fields as numbers: a value of a cell, `pair`, has a number of its own. */
interface Step {
  readonly isWrite: boolean;
  readonly pairs: readonly number[];
  /** It sets every cell. */
  readonly isFull: boolean;
  /** The steps that must come before this one, and those that must come after it, one bit each. */
  readonly after: Uint32Array;
  readonly before: Uint32Array;
}

/** The pair of each cell; `null` after a write that no read can show, until the next write of all cells. */
type State = readonly number[] | null;

/** A write that may come next: the calls done after it, in this order, and the state. */
interface Move {
  readonly steps: readonly number[];
  readonly done: Uint32Array;
  readonly state: State;
}

/**
 * Searches an order of calls that respects a precedence, and in which each read shows what the last writes before it
 * have set. A write without a response may be left out. This is the algorithm of Wing and Gong with memory (Lowe), as
 * in Porcupine: depth first over the calls that may come next, never from one combination of calls and state twice.
 *
 * Three things keep it small. A read that is possible now is taken at once, because it changes nothing. Of writes with
 * the same effect, only one that nothing but the others could come before is tried. And a write of all fields that no
 * read can show any more is put right before another write of all fields, where no read can see it.
 */
export function searchOrder(
  initial: Patches,
  calls: readonly Call[],
  precedes: Precedence,
  limit = SEARCH_LIMIT,
): Found {
  return new Search(initial, calls, precedes, limit).run();
}

class LimitReached extends Error {}

class Search {
  readonly #steps: readonly Step[];
  /** The number of the pair of each cell at the start. */
  readonly #start: readonly number[];
  /** The cell of each pair. */
  readonly #cellOf: readonly number[];
  readonly #visited = new Set<string>();
  readonly #order: number[] = [];
  #left: number;

  constructor(initial: Patches, calls: readonly Call[], precedes: Precedence, limit: number) {
    this.#left = limit;
    const cells = new Numbers();
    const pairs = new Numbers();
    const cellOf: number[] = [];
    const pairOf = (record: string, field: string, value: Value | undefined) => {
      const cell = cells.of(JSON.stringify([record, field]));
      // An absent field and one that is null are the same.
      const pair = pairs.of(JSON.stringify([record, field, value ?? null]));
      cellOf[pair] = cell;
      return pair;
    };
    const relation = calls.map((one) => calls.map((other) => one !== other && precedes(one, other)));
    const positions = [...calls.keys()];
    const steps = calls.map((call, at) => ({
      isWrite: isWrite(call),
      pairs: cellsOf(call).map(({ record, field, value }) => pairOf(record, field, value)),
      after: bits(
        calls.length,
        positions.filter((other) => relation[other]?.[at]),
      ),
      before: bits(
        calls.length,
        positions.filter((other) => relation[at]?.[other]),
      ),
    }));
    const count = cells.all().length;
    this.#steps = steps.map((step) => ({ ...step, isFull: new Set(step.pairs).size === count }));
    this.#start = cells.all().map((key) => {
      const [record, field] = JSON.parse(key) as [string, string];
      return pairOf(record, field, initial[record]?.[field]);
    });
    this.#cellOf = cellOf;
  }

  run(): Found {
    try {
      const found = this.#from(bits(this.#steps.length, []), this.#start);
      return found ? { kind: 'order', order: [...this.#order] } : { kind: 'none' };
    } catch (error) {
      if (error instanceof LimitReached) return { kind: 'limit' };
      throw error;
    }
  }

  #from(before: Uint32Array, state: State): boolean {
    const { length } = this.#order;
    const done = before.slice();
    if (state !== null) this.#takeReads(done, state);
    const pending = [...this.#steps.keys()].filter((at) => !has(done, at));
    // Writes alone can always be put in some order.
    if (pending.every((at) => this.#steps[at]?.isWrite)) return true;
    const key = `${done.join()} ${state?.join() ?? ''}`;
    if (!this.#visited.has(key)) {
      this.#visited.add(key);
      this.#left -= 1;
      if (this.#left < 0) throw new LimitReached();
      for (const move of this.#moves(pending, done, state)) {
        const { length: before } = this.#order;
        this.#order.push(...move.steps);
        if (this.#from(move.done, move.state)) return true;
        this.#order.length = before;
      }
    }
    this.#order.length = length;
    return false;
  }

  /** Adds every read that is possible in this state to the calls done. */
  #takeReads(done: Uint32Array, state: readonly number[]): void {
    for (let taken = true; taken; ) {
      taken = false;
      for (const [at, step] of this.#steps.entries()) {
        if (step.isWrite || !this.#isNext(step, at, done) || !this.#shows(step, state)) continue;
        add(done, at);
        this.#order.push(at);
        taken = true;
      }
    }
  }

  /** What may come next, if every read that is left can still show its values; what makes a read possible comes first. */
  #moves(pending: readonly number[], done: Uint32Array, state: State): Move[] {
    const view = new Pending(
      pending.map((at) => this.#steps[at] as Step),
      this.#cellOf,
    );
    const hidden = this.#hideWrites(pending, done, view);
    const afterHidden = done.slice();
    for (const at of hidden) add(afterHidden, at);
    const open = view.reads.filter((read) => this.#isNext(read, this.#steps.indexOf(read), done));
    const full = this.#choices(pending, afterHidden, true).map((at) =>
      this.#move([...hidden, at], done, this.#applied(at, state)),
    );
    const partial = this.#choices(pending, done, false).map((at) =>
      this.#move([at], done, state && this.#applied(at, state)),
    );
    const moves = [...full, ...partial]
      .filter(
        ({ state: next, steps }) => next === null || view.canShow(next, this.#steps[steps.at(-1) ?? -1]?.pairs ?? []),
      )
      .map((move) => ({ move, enables: open.some((read) => move.state !== null && this.#shows(read, move.state)) }))
      .sort((one, other) => Number(other.enables) - Number(one.enables))
      .map(({ move }) => move);
    return state === null || hidden.length === 0 ? moves : [...moves, this.#move(hidden, done, null)];
  }

  #move(steps: readonly number[], before: Uint32Array, state: State): Move {
    const done = before.slice();
    for (const at of steps) add(done, at);
    return { steps, done, state };
  }

  /** The writes of all cells that may come next and that no read can show, and those that may come after them. */
  #hideWrites(pending: readonly number[], done: Uint32Array, view: Pending): number[] {
    const hidden: number[] = [];
    const now = done.slice();
    for (let length = -1; length < hidden.length; ) {
      length = hidden.length;
      for (const at of pending) {
        const step = this.#steps[at] as Step;
        if (!step.isWrite || !step.isFull || !this.#isNext(step, at, now) || view.mayBeShown(step)) continue;
        add(now, at);
        hidden.push(at);
      }
    }
    return hidden;
  }

  /** The writes that may come next; of those with one effect, one that has to come before all that the others have to. */
  #choices(pending: readonly number[], done: Uint32Array, isFull: boolean): number[] {
    const next = pending.filter((at) => {
      const step = this.#steps[at] as Step;
      return step.isWrite && step.isFull === isFull && this.#isNext(step, at, done);
    });
    return next.filter((at) => !next.some((other) => other !== at && this.#replaces(other, at)));
  }

  /** Whether a write can always be tried instead of another one. */
  #replaces(one: number, other: number): boolean {
    const [left, right] = [this.#steps[one] as Step, this.#steps[other] as Step];
    if (left.pairs.join() !== right.pairs.join() || !contains(left.before, right.before)) return false;
    return !contains(right.before, left.before) || one < other;
  }

  #shows({ pairs }: Step, state: readonly number[]): boolean {
    return pairs.every((pair) => state[this.#cellOf[pair] ?? -1] === pair);
  }

  #applied(at: number, state: State): number[] {
    const next = [...(state ?? this.#start)];
    for (const pair of this.#steps[at]?.pairs ?? []) next[this.#cellOf[pair] ?? -1] = pair;
    return next;
  }

  #isNext({ after }: Step, at: number, done: Uint32Array): boolean {
    if (has(done, at)) return false;
    return contains(done, after);
  }
}

/** The calls that are left: which values a read needs, and which can still be set. */
class Pending {
  readonly reads: readonly Step[];
  readonly #settable = new Map<number, number>();
  /** The values that a write sets that does not set all cells. */
  readonly #settableAlone = new Set<number>();

  constructor(
    steps: readonly Step[],
    private readonly cellOf: readonly number[],
  ) {
    this.reads = steps.filter(({ isWrite }) => !isWrite);
    for (const { isWrite, isFull, pairs } of steps) {
      if (!isWrite) continue;
      for (const pair of pairs) {
        this.#settable.set(pair, (this.#settable.get(pair) ?? 0) + 1);
        if (!isFull) this.#settableAlone.add(pair);
      }
    }
  }

  /** Whether every read can show its values in a state or later, once a write that sets `used` is no longer left. */
  canShow(state: readonly number[], used: readonly number[]): boolean {
    return this.reads.every(({ pairs }) =>
      pairs.every(
        (pair) =>
          state[this.cellOf[pair] ?? -1] === pair || (this.#settable.get(pair) ?? 0) > Number(used.includes(pair)),
      ),
    );
  }

  /** Whether a read can show something of a write of all cells. */
  mayBeShown({ pairs }: Step): boolean {
    const own = new Set(pairs);
    return this.reads.some((read) => read.pairs.every((pair) => own.has(pair) || this.#settableAlone.has(pair)));
  }
}

/** A set of positions, one bit each. */
function bits(length: number, positions: readonly number[]): Uint32Array {
  const set = new Uint32Array(Math.ceil(length / 32));
  for (const at of positions) add(set, at);
  return set;
}

function add(set: Uint32Array, at: number): void {
  set[at >>> 5] = (set[at >>> 5] ?? 0) | (1 << (at & 31));
}

/** Whether a set has all positions of another one. */
function contains(set: Uint32Array, other: Uint32Array): boolean {
  return other.every((word, index) => (word & ~(set[index] ?? 0)) === 0);
}

function has(set: Uint32Array, at: number): boolean {
  return ((set[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0;
}

/** Numbers texts in the order in which they are met. */
class Numbers {
  readonly #known = new Map<string, number>();

  of(text: string): number {
    const number = this.#known.get(text) ?? this.#known.size;
    this.#known.set(text, number);
    return number;
  }

  all(): string[] {
    return [...this.#known.keys()];
  }
}
