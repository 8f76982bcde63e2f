import type { SortKey } from '../../contract/query-language.js';
import { COLUMN_READINGS, type ColumnReading } from './column-readings.js';
import { storedFor, type Value } from './compare-values.js';
import { compareInstants } from './instants.js';
import { type Ordered, SORT_READINGS, type SortReading } from './sort-readings.js';
import type { Column } from './table.js';

/** Neighbours out of order after which a reading is given up: it is not the one that the target sorts by. */
const PATIENCE = 20;

/** Pairs of neighbours of a list, by the places of the first of each; the last are those that a key before left tied. */
export interface Pairs {
  readonly rows: readonly number[];
  readonly places: readonly number[];
}

/** What the readings of a field make of pairs of neighbours. */
export interface KeyClasses {
  readonly classOf: readonly number[];
  /** By place in the list; absent where the place was not asked for, or the reading was given up. */
  readonly classes: readonly ReadonlyMap<number, Ordered>[];
}

/** Groups the readings of the field of a key by how they have pairs of neighbours ordered. */
export function classifyKey(column: Column, { direction }: SortKey, { rows, places }: Pairs): KeyClasses {
  const values = (place: number) =>
    [column.valueOf[rows[place] as number] as number, column.valueOf[rows[place + 1] as number] as number] as const;
  const size = column.values.length + 1;
  const distinct = new Map<number, readonly [number, number]>();
  const keys = places.map((place) => {
    const [one, other] = values(place);
    const key = (one + 1) * size + other + 1;
    distinct.set(key, [one, other]);
    return key;
  });
  const byKey = new Map<string, number>();
  const classes: Map<number, Ordered>[] = [];
  const hasNulls = [...distinct.values()].some((pair) => pair.includes(-1));
  const texts = new Map<SortReading['text'], Map<number, Ordered>>();
  const classOf = SORT_READINGS[column.type].map((reading, index, readings) => {
    const alike = readings.findIndex(
      ({ text, finer, trueFirst }) =>
        text === reading.text && finer === reading.finer && trueFirst === reading.trueFirst,
    );
    if (!hasNulls && alike < index) return -1;
    const known = texts.get(reading.text) ?? new Map<number, Ordered>();
    if (column.type === 'string') texts.set(reading.text, known);
    const { outcomes, key } = orderPairs(column, distinct, reading, direction, known);
    const same = byKey.get(key);
    if (same !== undefined) return same;
    byKey.set(key, classes.length);
    const byPlace = new Map<number, Ordered>();
    for (const [at, place] of places.entries()) {
      const outcome = outcomes.get(keys[at] as number);
      if (outcome !== undefined) byPlace.set(place, outcome);
    }
    return classes.push(byPlace) - 1;
  });
  // Without nulls, where they go makes no difference: the readings stand in rows that differ in nothing else.
  for (const [index, own] of classOf.entries()) if (own === -1) classOf[index] = classOf[index - 1] as number;
  return { classOf, classes };
}

function orderPairs(
  column: Column,
  distinct: ReadonlyMap<number, readonly [number, number]>,
  reading: SortReading,
  direction: SortKey['direction'],
  known: Map<number, Ordered>,
) {
  const outcomes = new Map<number, Ordered>();
  let key = '';
  let wrong = 0;
  for (const [pair, [one, other]] of distinct) {
    const nulls = one < 0 || other < 0;
    let outcome = nulls ? undefined : known.get(pair);
    if (outcome === undefined) {
      outcome = orderOf(
        column,
        one < 0 ? null : (column.values[one] as Value),
        other < 0 ? null : (column.values[other] as Value),
        reading,
        direction,
      );
      if (!nulls) known.set(pair, outcome);
    }
    outcomes.set(pair, outcome);
    key += outcome[0] === 'a' ? outcome.charAt(1) : outcome.charAt(0);
    if (outcome === 'after') wrong += 1;
    if (wrong > PATIENCE) break;
  }
  return { outcomes, key };
}

const REVERSE: Readonly<Record<Ordered, Ordered>> = { before: 'after', after: 'before', same: 'same', any: 'any' };
const [asStored] = COLUMN_READINGS.string as readonly [ColumnReading];

function orderOf(
  { type }: Column,
  one: Value | null,
  other: Value | null,
  reading: SortReading,
  direction: SortKey['direction'],
): Ordered {
  const turn = (outcome: Ordered) => (direction === 'asc' ? outcome : REVERSE[outcome]);
  if (one !== null && other !== null) return turn(orderValues(one, other, reading));
  if (one === null && other === null) return 'same';
  const { nulls } = reading;
  if (nulls === 'first' || nulls === 'last') return (one === null) === (nulls === 'first') ? 'before' : 'after';
  if (nulls === 'smallest' || nulls === 'largest')
    return turn((one === null) === (nulls === 'smallest') ? 'before' : 'after');
  const empty = storedFor(type, { ...asStored, nullIs: 'empty' }) as Value;
  return turn(orderValues(one ?? empty, other ?? empty, reading));
}

function orderValues(one: Value, other: Value, { text, finer, trueFirst }: SortReading): Ordered {
  if (one.type === 'odd' || other.type === 'odd') return 'any';
  if (one.type === 'string') {
    if (one.value === other.value) return 'same';
    // Texts that a collation has as equal may be ties, or in an order of case and accents that decides at last.
    return ordered(text.compare(one.value, other.value as string) || Number.NaN);
  }
  if (one.type === 'date') {
    const difference = compareInstants(one.value, other.value as typeof one.value);
    return ordered(difference === 0 && finer ? Number.NaN : difference);
  }
  const difference = one.value === other.value ? 0 : one.value - (other.value as number);
  if (one.type === 'boolean') return ordered(trueFirst ? -difference : difference);
  return ordered(finer && difference === 0 && !Number.isInteger(one.value) ? Number.NaN : difference);
}

function ordered(difference: number): Ordered {
  if (Number.isNaN(difference)) return 'any';
  return difference < 0 ? 'before' : difference > 0 ? 'after' : 'same';
}
