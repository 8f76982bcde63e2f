import type { SortKey } from '../../contract/query-language.js';
import { COLUMN_READINGS, type ColumnReading } from './column-readings.js';
import { storedFor, type Value } from './compare-values.js';
import { compareInstants } from './instants.js';
import { NULLS_ASIDE, type Ordered, SORT_READINGS, type SortReading } from './sort-readings.js';
import type { Column } from './table.js';

/** The number of neighbours out of order after which a reading is dropped: the target does not sort by it. */
const PATIENCE = 20;

/** Pairs of neighbours of a list, by the index of the first of each; `places` are those that earlier keys left tied. */
export interface Pairs {
  readonly rows: readonly number[];
  readonly places: readonly number[];
}

/** The orders of pairs of neighbours, by the readings of a field. */
export interface KeyClasses {
  readonly classOf: readonly number[];
  /** By class, the order of each pair of values; shorter if the reading was dropped. */
  readonly classes: readonly (readonly Ordered[])[];
  /** By index in the list, the pair of values there; -1 if the index was not requested. */
  readonly pairOf: Int32Array;
}

/** The order of the neighbours at an index, by class; undefined if it was not requested, or dropped. */
export function orderAt({ classes, pairOf }: KeyClasses, chosen: number, place: number): Ordered | undefined {
  return classes[chosen]?.[pairOf[place] as number];
}

/** A value that a store may sort as a null or by its value, which has others on both sides. */
const AS_EITHER = -2;

/** Two values of a column by their indexes, -1 for a null, or `AS_EITHER`. */
type Pair = readonly [number, number];

/** Groups the first `count` readings of the field of a key by their orders of pairs of neighbours. */
export function classifyKey(
  column: Column,
  { direction }: SortKey,
  { rows, places }: Pairs,
  count: number,
): KeyClasses {
  const { pairs, pairOf } = distinctPairs(column, rows, places);
  const byKey = new Map<string, number>();
  const classes: (readonly Ordered[])[] = [];
  const hasNulls = pairs.some((pair) => pair.includes(-1));
  const texts = new Map<SortReading['text'], Ordered[]>();
  const classOf = SORT_READINGS[column.type].slice(0, count).map((reading, index) => {
    if (!hasNulls && (NULLS_ASIDE[column.type][index] as number) < index) return -1;
    const known = texts.get(reading.text) ?? [];
    if (column.type === 'string') texts.set(reading.text, known);
    const { outcomes, key } = orderPairs(column, pairs, reading, direction, known);
    const same = byKey.get(key);
    if (same !== undefined) return same;
    byKey.set(key, classes.length);
    return classes.push(outcomes) - 1;
  });
  // Without nulls, their place makes no difference: readings that differ only in it are adjacent.
  for (const [index, own] of classOf.entries()) if (own === -1) classOf[index] = classOf[index - 1] as number;
  return { classOf, classes, pairOf };
}

function distinctPairs(column: Column, rows: readonly number[], places: readonly number[]) {
  const size = column.values.length + 2;
  // A store may sort what it shows for a null as a null, which the first and the last value have the place of in any case.
  const standIn = column.standIns.length === 1 ? column.standIns[0] : undefined;
  const asNull = standIn !== undefined && isWithin(column, standIn) ? AS_EITHER : -1;
  const known = new Map<number, number>();
  const pairs: Pair[] = [];
  const pairOf = new Int32Array(Math.max(0, rows.length - 1)).fill(-1);
  for (const place of places) {
    const at = (index: number) => {
      const value = column.valueOf[rows[index] as number] as number;
      return value === standIn ? asNull : value;
    };
    const pair = [at(place), at(place + 1)] as const;
    const key = (pair[0] + 2) * size + pair[1] + 2;
    const index = known.get(key) ?? pairs.push(pair) - 1;
    known.set(key, index);
    pairOf[place] = index;
  }
  return { pairs, pairOf };
}

/** Whether a date has earlier and later ones in its column. */
function isWithin({ values }: Column, index: number): boolean {
  const own = values[index];
  if (own?.type !== 'date') return false;
  const differences = values.map((value) => (value.type === 'date' ? compareInstants(value.value, own.value) : 0));
  return differences.some((difference) => difference < 0) && differences.some((difference) => difference > 0);
}

function orderPairs(
  column: Column,
  pairs: readonly Pair[],
  reading: SortReading,
  direction: SortKey['direction'],
  known: Ordered[],
) {
  const outcomes: Ordered[] = [];
  let key = '';
  let wrong = 0;
  for (const [at, [one, other]] of pairs.entries()) {
    const nulls = one < 0 || other < 0;
    let outcome = nulls ? undefined : known[at];
    if (outcome === undefined) {
      outcome = orderOf(column, one, other, reading, direction);
      if (!nulls) known[at] = outcome;
    }
    outcomes.push(outcome);
    key += outcome[0] === 'a' ? outcome.charAt(1) : outcome.charAt(0);
    if (outcome === 'after') wrong += 1;
    if (wrong > PATIENCE) break;
  }
  return { outcomes, key };
}

const REVERSE: Readonly<Record<Ordered, Ordered>> = { before: 'after', after: 'before', same: 'same', any: 'any' };
const [asStored] = COLUMN_READINGS.string as readonly [ColumnReading];

function orderOf(
  column: Column,
  one: number,
  other: number,
  reading: SortReading,
  direction: SortKey['direction'],
): Ordered {
  if (one === AS_EITHER || other === AS_EITHER) return one === other ? 'same' : 'any';
  const turn = (outcome: Ordered) => (direction === 'asc' ? outcome : REVERSE[outcome]);
  if (one < 0 && other < 0) return 'same';
  const { nulls } = reading;
  const eitherNull = one < 0 || other < 0;
  if (eitherNull && (nulls === 'first' || nulls === 'last')) {
    return one < 0 === (nulls === 'first') ? 'before' : 'after';
  }
  if (eitherNull && (nulls === 'smallest' || nulls === 'largest')) {
    return turn(one < 0 === (nulls === 'smallest') ? 'before' : 'after');
  }
  return turn(orderValues(column, one, other, reading));
}

function orderValues(column: Column, at: number, otherAt: number, { text, finer, trueFirst }: SortReading): Ordered {
  const empty = storedFor(column.type, { ...asStored, nullIs: 'empty' }) as Value;
  const [one, other] = [column.values[at] ?? empty, column.values[otherAt] ?? empty];
  if (one.type === 'odd' || other.type === 'odd') return 'any';
  if (one.type === 'string') {
    if (one.value === other.value) return 'same';
    // Texts that a collation treats as equal may be ties, or be ordered by case and accents.
    const keyOf = (index: number) => (index < 0 ? text.key('') : column.keyOf(text, index));
    return ordered(text.compare(keyOf(at), keyOf(otherAt)) || Number.NaN);
  }
  if (one.type === 'date') {
    const difference = compareInstants(one.value, other.value as typeof one.value);
    return ordered(difference === 0 && finer ? Number.NaN : difference);
  }
  const difference = one.value === other.value ? 0 : one.value - (other.value as number);
  if (one.type === 'boolean') return ordered(trueFirst ? -difference : difference);
  return ordered(finer && difference === 0 && one.rounded ? Number.NaN : difference);
}

function ordered(difference: number): Ordered {
  if (Number.isNaN(difference)) return 'any';
  return difference < 0 ? 'before' : difference > 0 ? 'after' : 'same';
}
