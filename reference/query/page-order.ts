import { type ColumnKey, type ListOrder, type RankedKey, rank, ranked } from './list-order.js';
import { positions } from './positions.js';

/** No more records than this are sorted in order to leave most of them out. */
const FEW = 2000;

/** Neighbouring values are counted together if there are more than this: counting a million of them takes longer. */
const MOST_COUNTED = 2 ** 18;

/** Records by their positions; `null` for all records of a list. */
type Positions = Uint32Array | null;

/** The records of which a key decides that a page is among them, and how many come before them. */
interface Range {
  readonly members: Positions;
  readonly before: number;
  /** Whether all of them have the same value. */
  readonly isTie: boolean;
}

/** A list in the order of some keys, of which only the pages that are read are sorted. */
export class PageOrder {
  readonly #keys: readonly RankedKey[];

  /** `matching` are ascending positions in a list of so many records; `null` for all of them. */
  constructor(
    private readonly count: number,
    private readonly matching: Positions,
    private readonly keys: readonly ColumnKey[],
    private readonly order: ListOrder,
    private readonly few = FEW,
  ) {
    this.#keys = keys.map(ranked);
  }

  get length(): number {
    return this.matching?.length ?? this.count;
  }

  /** The positions from one index in the order up to another one. */
  slice(start: number, end: number): Uint32Array {
    if (start >= Math.min(end, this.length)) return new Uint32Array(0);
    let own: Range = { members: this.matching, before: 0, isTie: true };
    for (const key of this.#keys) {
      if (!own.isTie || this.#lengthOf(own) <= this.few) break;
      own = this.#within(own, key, start, Math.min(end, this.length));
    }
    const sorted = own.members?.slice() ?? positions(this.count);
    this.order.sort(sorted, this.keys);
    return sorted.subarray(start - own.before, end - own.before);
  }

  #lengthOf({ members }: Range): number {
    return members?.length ?? this.count;
  }

  /** The records of a range whose values of a key are those from the first index to the one before the last. */
  #within({ members, before }: Range, key: RankedKey, start: number, end: number): Range {
    const shift = Math.max(0, Math.ceil(Math.log2((key.count + 1) / MOST_COUNTED)));
    const counts = new Uint32Array((key.count >>> shift) + 1);
    const length = members?.length ?? this.count;
    for (let index = 0; index < length; index += 1) {
      const own = rank(key, members === null ? index : (members[index] as number)) >>> shift;
      counts[own] = (counts[own] as number) + 1;
    }
    let [from, skipped] = [0, before];
    while (skipped + (counts[from] as number) <= start) {
      skipped += counts[from] as number;
      from += 1;
    }
    let [to, reached] = [from, skipped + (counts[from] as number)];
    while (reached < end) {
      to += 1;
      reached += counts[to] as number;
    }
    const found = new Uint32Array(reached - skipped);
    for (let [index, at] = [0, 0]; at < found.length; index += 1) {
      const position = members === null ? index : (members[index] as number);
      const own = rank(key, position) >>> shift;
      if (own < from || own > to) continue;
      found[at] = position;
      at += 1;
    }
    return { members: found, before: skipped, isTie: shift === 0 && from === to };
  }
}
