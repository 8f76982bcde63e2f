import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Context } from '../../reference/behaviour.js';
import { compareBy, order } from '../../reference/query/order.js';
import type { SortKey } from '../../reference/query/sort-parser.js';
import { sortedByColumns } from '../../reference/query/sorted-by-columns.js';

/** Texts that share beginnings, with characters below, within and above the surrogates, and with the code 0. */
const text = fc.oneof(
  fc.constantFrom('', '\0', 'aaaa', 'aaaa\0', 'aaaaaaaa', 'aaaaaaab', 'aaaé', 'aaaê', 'aaaéz', '\x7f', '\x7fa', '\x7e'),
  fc.string({ unit: fc.constantFrom('a', 'b', 'B', 'é', '\0', '\x7f', '\u{1f680}', '\ud83d', '\ufb01', '\uff21') }),
);
const row = fc.record({
  id: fc.oneof(fc.uuid(), fc.constantFrom('same', 'other')),
  name: fc.option(text),
  count: fc.option(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true }))),
  flag: fc.option(fc.boolean()),
});
const key = fc.record({
  field: fc.constantFrom('name', 'count', 'flag', 'missing'),
  type: fc.constant('string' as const),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
});

/** The order by comparisons, which a hook has to replace for the reference to use it. */
function byComparison(rows: Parameters<typeof order>[0], keys: readonly SortKey[]) {
  const steps = { compareBy: (...given: Parameters<typeof compareBy>) => compareBy(...given) };
  return order(rows, keys, { steps } as unknown as Context);
}

test('records are in the same order as by comparing them one by one', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), fc.array(key, { minLength: 1, maxLength: 3 }), (rows, keys) => {
      expect(sortedByColumns(rows, keys)).toEqual(byComparison(rows, keys));
    }),
    { numRuns: 300 },
  );
});

test('a field with values of several types is left to comparisons', () => {
  const rows = [
    { id: 'a', name: 1 },
    { id: 'b', name: 'x' },
  ];
  expect(sortedByColumns(rows, [{ field: 'name', type: 'string', direction: 'asc' }])).toBeNull();
  expect(sortedByColumns([{ id: 'a', name: {} }], [{ field: 'name', type: 'string', direction: 'asc' }])).toBeNull();
});

test('long lists are sorted without comparing records', () => {
  const rows = Array.from({ length: 3000 }, (_, index) => ({
    id: `${(index * 7919) % 3000}`.padStart(8, '0'),
    name: 'n',
  }));
  let compared = 0;
  const steps = {
    get compareBy() {
      compared += 1;
      return compareBy;
    },
  };
  const sorted = order(rows, [{ field: 'name', type: 'string', direction: 'asc' }], { steps } as unknown as Context);
  expect(sorted.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted());
  expect(compared).toBe(1);
});
