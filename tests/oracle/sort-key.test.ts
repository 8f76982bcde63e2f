import { describe, expect, it } from 'vitest';
import type { DataType, SortKey } from '../../contract/query-language.js';
import { classifyKey, type KeyClasses, orderAt } from '../../engine/oracle/sort-key.js';
import { type Ordered, SORT_READINGS, type SortReading } from '../../engine/oracle/sort-readings.js';
import { Column } from '../../engine/oracle/table.js';

type Json = string | number | boolean | null | readonly string[];

function classify(type: DataType, list: readonly Json[], direction: SortKey['direction'] = 'asc', places?: number[]) {
  const column = new Column(type, list);
  const rows = list.map((_value, row) => row);
  const pairs = { rows, places: places ?? rows.slice(0, -1) };
  return classifyKey(column, { field: 'any', direction }, pairs, Number.POSITIVE_INFINITY);
}

function sign(order: Ordered, direction: SortKey['direction']): Ordered {
  if (direction === 'asc') return order;
  return order === 'before' ? 'after' : order === 'after' ? 'before' : order;
}

const inWords = (difference: number): Ordered =>
  Number.isNaN(difference) ? 'any' : difference < 0 ? 'before' : difference > 0 ? 'after' : 'same';

/** The order of two values by the description of a reading, computed without the oracle. */
function expected(
  type: DataType,
  reading: SortReading,
  [one, other]: readonly [Json, Json],
  direction: SortKey['direction'],
): Ordered {
  if (one === null && other === null) return 'same';
  if (one === null || other === null) {
    const first = one === null;
    if (reading.nulls === 'first') return first ? 'before' : 'after';
    if (reading.nulls === 'last') return first ? 'after' : 'before';
    if (reading.nulls === 'smallest') return sign(first ? 'before' : 'after', direction);
    if (reading.nulls === 'largest') return sign(first ? 'after' : 'before', direction);
  }
  return sign(inWords(differenceOf(type, reading, one, other)), direction);
}

function differenceOf(type: DataType, { text, finer, trueFirst }: SortReading, one: Json, other: Json): number {
  if (Array.isArray(one) || Array.isArray(other)) return Number.NaN;
  if (type === 'string') {
    const [a, b] = [String(one ?? ''), String(other ?? '')];
    return a === b ? 0 : text.compare(text.key(a), text.key(b)) || Number.NaN;
  }
  if (type === 'boolean') return (trueFirst ? -1 : 1) * (Number(one) - Number(other));
  if (type === 'number') {
    const difference = Number(one) - Number(other);
    // The list has fractions, so each number may be stored with more digits; a null is stored as 0.
    return difference === 0 && finer && one !== null ? Number.NaN : difference;
  }
  // A null is stored as a moment before all others.
  const timeOf = (value: Json) => (value === null ? -8.64e15 : Date.parse(String(value)));
  const difference = timeOf(one) - timeOf(other);
  return difference === 0 && finer ? Number.NaN : difference;
}

/** The order at a place by each reading. */
function ordersAt(keys: KeyClasses, place: number): (Ordered | undefined)[] {
  return keys.classOf.map((chosen) => orderAt(keys, chosen, place));
}

describe.each<[DataType, readonly Json[]]>([
  ['string', ['b', 'B', 'a', 'é', 'e', 'item 10', 'item 2', 'a-c', 'ab', '', null]],
  ['number', [-1, 0, 0.5, 2, 10, null]],
  ['boolean', [true, false, null]],
  ['date', ['2024-01-02', '2024-01-02T00:00:00Z', '2023-12-31T23:59:59Z', null]],
])('two neighbours of type %s', (type, values) => {
  it.each(['asc', 'desc'] as const)('have the order that each reading describes, %s', (direction) => {
    for (const one of values) {
      for (const other of values) {
        const keys = classify(type, [one, other, ...values], direction);
        const readings = SORT_READINGS[type];

        expect(ordersAt(keys, 0), `${one} and ${other}`).toEqual(
          readings.map((reading) => expected(type, reading, [one, other], direction)),
        );
      }
    }
  });
});

describe('the orders of neighbours', () => {
  it('are those of the places that are asked for, and no others', () => {
    const keys = classify('number', [1, 2, 1], 'asc', [1]);

    expect([ordersAt(keys, 0)[0], ordersAt(keys, 1)[0], ordersAt(keys, 2)[0]]).toEqual([undefined, 'after', undefined]);
    expect([...keys.pairOf]).toEqual([-1, 0]);
  });

  it('are computed once for each pair of values', () => {
    expect([...classify('number', [1, 2, 1, 2, 1]).pairOf]).toEqual([0, 1, 0, 1]);
    expect([...classify('number', [null, 1, null, 1]).pairOf]).toEqual([0, 1, 0]);
    expect(classify('number', []).pairOf).toHaveLength(0);
    expect(classify('number', [1]).pairOf).toHaveLength(0);
  });

  it('are shared by readings that order all pairs alike', () => {
    expect(classify('boolean', [true, false]).classes).toHaveLength(2);
    expect(new Set(classify('boolean', [true, true]).classOf)).toEqual(new Set([0]));
    expect(classify('string', ['a', 'b']).classes).toHaveLength(1);
    expect(classify('number', [1, null]).classes).toHaveLength(2);
    expect(classify('number', [0.5, 0.5]).classes).toHaveLength(2);
  });

  it('are limited to the readings that are asked for', () => {
    const column = new Column('string', ['a', 'b']);
    const few = classifyKey(column, { field: 'any', direction: 'asc' }, { rows: [0, 1], places: [0] }, 7);

    expect(few.classOf).toHaveLength(7);
  });

  it('are any for a value that is not of the type of its field', () => {
    const keys = classify('string', ['a', ['b'], 'c']);

    expect([new Set(ordersAt(keys, 0)), new Set(ordersAt(keys, 1))]).toEqual([new Set(['any']), new Set(['any'])]);
  });

  it('take an empty text for a null only if the column has no nulls', () => {
    const nullsFirst = SORT_READINGS.string.findIndex(({ nulls }) => nulls === 'first');
    const nullsLast = SORT_READINGS.string.findIndex(({ nulls }) => nulls === 'last');
    const of = (list: Json[]) => ordersAt(classify('string', list), 0);

    expect([of(['', 'a'])[nullsFirst], of(['', 'a'])[nullsLast]]).toEqual(['before', 'after']);
    expect([of(['', 'a', null])[nullsFirst], of(['', 'a', null])[nullsLast]]).toEqual(['before', 'before']);
    expect(ordersAt(classify('number', [0, 1]), 0)[nullsLast]).toBe('before');
  });

  it('take the only date that may stand for a null for one', () => {
    const nullsLast = SORT_READINGS.date.findIndex(({ nulls }) => nulls === 'last');
    const of = (list: Json[]) => ordersAt(classify('date', list), 0)[nullsLast];

    expect(of(['0001-01-01', '2024-01-02'])).toBe('after');
    expect(of(['9999-12-31', '2024-01-02'])).toBe('after');
    expect(of(['0001-01-01', '2024-01-02', '9999-12-31'])).toBe('before');
    expect(of(['0001-01-01', '2024-01-02', null])).toBe('before');
  });

  it('end for a reading after more than twenty wrong ones', () => {
    const falling = (count: number) => Array.from({ length: count + 1 }, (_unused, index) => count - index);
    const orders = (count: number) => {
      const keys = classify('number', falling(count));
      return falling(count).map((_value, place) => ordersAt(keys, place)[0]);
    };

    expect(orders(22).slice(20)).toEqual(['after', undefined, undefined]);
    expect(orders(21).slice(19)).toEqual(['after', 'after', undefined]);
    const rising = classify('number', falling(30).reverse());
    expect(ordersAt(rising, 29)[0]).toBe('before');
  });
});
