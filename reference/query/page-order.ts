import { firstNumber } from './first-index.js';
import { type ColumnKey, type ListOrder, rank, rankOfCode } from './list-order.js';
import { positions } from './positions.js';

/** No more records than this are sorted in order to leave most of them out. */
const FEW = 2000;

/** Neighbouring values are counted together if there are more than this: counting a million of them takes longer. */
const MOST_COUNTED = 2 ** 18;

/** Records by their positions; `null` for all records of a list. */
type Positions = Uint32Array | null;

/** The records of which a key decides that a page is among them, and how many come before them. */
interface Range {
  readonly members: Uint32Array;
  readonly before: number;
  /** Whether all of them have the same value. */
  readonly isTie: boolean;
}

/** The ranks of a key that the records of a page have, and how many records come before those and are among them. */
interface Ranks {
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly length: number;
}

/** A list in the order of some keys, of which only the pages that are read are sorted. */
export class PageOrder {
  /** `matching` are ascending positions in a list of so many records; `null` for all of them. The last key leaves no ties. */
  constructor(
    private readonly count: number,
    private readonly matching: Positions,
    private readonly keys: readonly ColumnKey[],
    private readonly order: ListOrder,
    private readonly few = FEW,
  ) {}

  get length(): number {
    return this.matching?.length ?? this.count;
  }

  /** The positions from one index in the order up to another one. */
  slice(start: number, end: number): Uint32Array {
    const last = Math.min(end, this.length);
    if (start >= last) return new Uint32Array(0);
    return this.matching === null
      ? this.#sliceOfAll(start, last)
      : this.#sliceOf(this.matching, start, last, this.keys);
  }

  #sliceOfAll(start: number, end: number): Uint32Array {
    const [key, ...others] = this.keys;
    if (key === undefined) return positions(this.count).subarray(start, end);
    const ranks = ranksOf(key, start, end);
    const [next] = others;
    const [from, to] = [start - ranks.before, end - ranks.before];
    const isTie = ranks.from === ranks.to;
    if (isTie && ranks.length > this.few && others.length === 1 && next?.isDescending === false)
      return tiesInOrder(key, ranks.from, next, from, to);
    const members = membersOf(key, ranks);
    return isTie ? this.#sliceOf(members, from, to, others) : this.#sorted(members).subarray(from, to);
  }

  /** The positions of a part of some members in the order of some keys. */
  #sliceOf(all: Uint32Array, start: number, end: number, keys: readonly ColumnKey[]): Uint32Array {
    let own: Range = { members: all, before: 0, isTie: true };
    for (const key of keys) {
      if (!own.isTie || own.members.length <= this.few) break;
      own = within(own, key, start, end);
    }
    return this.#sorted(own.members).subarray(start - own.before, end - own.before);
  }

  #sorted(members: Uint32Array): Uint32Array {
    const sorted = members.slice();
    this.order.sort(sorted, this.keys);
    return sorted;
  }
}

/** Which ranks of a key the records of a list have from one index in the order of the key up to another one. */
function ranksOf({ column, isDescending }: ColumnKey, start: number, end: number): Ranks {
  const { starts, valueCount } = column;
  const known = starts[valueCount] as number;
  const before = (own: number) =>
    isDescending && own <= valueCount ? known - (starts[valueCount - own] as number) : (starts[own] as number);
  const from = firstNumber(valueCount, (own) => before(own + 1) > start);
  const to = firstNumber(valueCount, (own) => before(own + 1) >= end);
  return { from, to, before: before(from), length: before(to + 1) - before(from) };
}

/** The positions of some ranks of a key, in ascending order. */
function membersOf({ column, isDescending }: ColumnKey, { from, to, length }: Ranks): Uint32Array {
  const { codes, valueCount } = column;
  const last = Math.min(to, valueCount - 1);
  const [least, most] = isDescending ? [valueCount - 1 - last, valueCount - 1 - from] : [from, last];
  const withoutValue = to === valueCount ? valueCount : -1;
  const members = new Uint32Array(length);
  for (let [position, index] = [0, 0]; index < length; position += 1) {
    const code = codes[position] as number;
    if ((code < least || code > most) && code !== withoutValue) continue;
    members[index] = position;
    index += 1;
  }
  return members;
}

/** A part of the positions of one rank of a key, in the ascending order of another key. */
function tiesInOrder({ column, isDescending }: ColumnKey, own: number, next: ColumnKey, start: number, end: number) {
  const { codes, valueCount } = column;
  const { order } = next.column;
  const code = isDescending ? rankOfCode(own, valueCount) : own;
  const found = new Uint32Array(end - start);
  for (let [at, index] = [0, 0]; index < end; at += 1) {
    const position = order[at] as number;
    if (codes[position] !== code) continue;
    if (index >= start) found[index - start] = position;
    index += 1;
  }
  return found;
}

/** The records of a range whose values of a key are those from the first index to the one before the last. */
function within({ members, before }: Range, key: ColumnKey, start: number, end: number): Range {
  const { valueCount } = key.column;
  const shift = Math.max(0, Math.ceil(Math.log2((valueCount + 1) / MOST_COUNTED)));
  const counts = new Uint32Array((valueCount >>> shift) + 1);
  for (let index = 0; index < members.length; index += 1) {
    const own = rank(key, members[index] as number) >>> shift;
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
    const position = members[index] as number;
    const own = rank(key, position) >>> shift;
    if (own < from || own > to) continue;
    found[at] = position;
    at += 1;
  }
  return { members: found, before: skipped, isTie: shift === 0 && from === to };
}
