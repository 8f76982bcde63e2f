import { type Call, cellsOf, type Patches, type Value } from './history.js';

/** The result of a search; `order` holds positions in the list of calls. */
export type Found =
  | { readonly kind: 'order'; readonly order: readonly number[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'limit' };

/** Whether the first call must come before the second one in the order. */
export type Precedence = (one: Call, other: Call) => boolean;

/** How many states a search may visit before it gives up. */
export const SEARCH_LIMIT = 20_000;

/** A call with its fields as numbers: the position of the cell, and the number of its value. */
interface Step {
  readonly isWrite: boolean;
  readonly isOptional: boolean;
  readonly cells: readonly (readonly [cell: number, value: number])[];
  /** The steps that must come before this one, one bit each. */
  readonly after: bigint;
}

/**
 * Searches an order of calls that respects a precedence, and in which each read shows what the last writes before it
 * have set. A write without a response may be left out. This is the algorithm of Wing and Gong with memory (Lowe), as
 * in Porcupine: depth first over the calls that may come next, never from one combination of calls and state twice.
 *
 * A read that is possible now is always taken at once, because it changes nothing: only writes are tried in turn.
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
  readonly #start: readonly number[];
  readonly #required: bigint;
  readonly #visited = new Set<string>();
  readonly #order: number[] = [];
  #left: number;

  constructor(initial: Patches, calls: readonly Call[], precedes: Precedence, limit: number) {
    this.#left = limit;
    const cells = new Numbers();
    const values = new Numbers();
    const cellOf = (record: string, field: string) => cells.of(JSON.stringify([record, field]));
    // An absent field and one that is null are the same.
    const numberOf = (value: Value | undefined) => values.of(JSON.stringify(value ?? null));
    this.#steps = calls.map((call) => ({
      isWrite: call.operation.kind === 'write',
      isOptional: call.operation.kind === 'write' && call.outcome === 'unknown',
      cells: cellsOf(call).map(({ record, field, value }) => [cellOf(record, field), numberOf(value)] as const),
      after: bits(calls.flatMap((other, at) => (other !== call && precedes(other, call) ? [at] : []))),
    }));
    this.#start = cells.all().map((key) => {
      const [record, field] = JSON.parse(key) as [string, string];
      return numberOf(initial[record]?.[field]);
    });
    this.#required = bits(this.#steps.flatMap(({ isOptional }, at) => (isOptional ? [] : [at])));
  }

  run(): Found {
    try {
      return this.#from(0n, this.#start) ? { kind: 'order', order: [...this.#order] } : { kind: 'none' };
    } catch (error) {
      if (error instanceof LimitReached) return { kind: 'limit' };
      throw error;
    }
  }

  #from(before: bigint, state: readonly number[]): boolean {
    const length = this.#order.length;
    const done = this.#takeReads(before, state);
    if ((done & this.#required) === this.#required) return true;
    const key = `${done.toString(36)} ${state.join()}`;
    if (!this.#visited.has(key)) {
      this.#visited.add(key);
      this.#left -= 1;
      if (this.#left < 0) throw new LimitReached();
      if (this.#canShowAll(done, state)) {
        for (const [at, step] of this.#steps.entries()) {
          if (!step.isWrite || !this.#isNext(at, done)) continue;
          this.#order.push(at);
          if (this.#from(done | (1n << BigInt(at)), applied(step, state))) return true;
          this.#order.pop();
        }
      }
    }
    this.#order.length = length;
    return false;
  }

  /** The calls done, with every read that is possible in this state. */
  #takeReads(before: bigint, state: readonly number[]): bigint {
    let done = before;
    for (let taken = true; taken; ) {
      taken = false;
      for (const [at, { isWrite, cells }] of this.#steps.entries()) {
        if (isWrite || !this.#isNext(at, done) || !cells.every(([cell, value]) => state[cell] === value)) continue;
        done |= 1n << BigInt(at);
        this.#order.push(at);
        taken = true;
      }
    }
    return done;
  }

  /** Whether every read that is left shows values that are there, or that a write that is left sets. */
  #canShowAll(done: bigint, state: readonly number[]): boolean {
    const settable = new Set<string>();
    const pending = this.#steps.filter((_step, at) => ((done >> BigInt(at)) & 1n) === 0n);
    for (const { isWrite, cells } of pending)
      if (isWrite) for (const [cell, value] of cells) settable.add(`${cell} ${value}`);
    return pending.every(
      ({ isWrite, cells }) =>
        isWrite || cells.every(([cell, value]) => state[cell] === value || settable.has(`${cell} ${value}`)),
    );
  }

  #isNext(at: number, done: bigint): boolean {
    const { after } = this.#steps[at] as Step;
    return ((done >> BigInt(at)) & 1n) === 0n && (after & done) === after;
  }
}

function applied({ cells }: Step, state: readonly number[]): number[] {
  const next = [...state];
  for (const [cell, value] of cells) next[cell] = value;
  return next;
}

function bits(positions: readonly number[]): bigint {
  return positions.reduce((sum, at) => sum | (1n << BigInt(at)), 0n);
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
