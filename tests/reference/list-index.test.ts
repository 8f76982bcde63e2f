import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lazyArray } from '../../generators/tenant/large/lazy-array.js';
import type { Context } from '../../reference/behaviour.js';
import type { Row } from '../../reference/model.js';
import type { Filter } from '../../reference/query/filter.js';
import { matches } from '../../reference/query/filter-evaluator.js';
import { ListIndex } from '../../reference/query/list-index.js';
import { compareBy, order } from '../../reference/query/order.js';

const text = fc.oneof(
  fc.constantFrom('', 'a', 'ab', 'B', 'é', '\u{1f680}', '\ufb01'),
  fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u{1f680}', '\ud83d', '\uff21'), maxLength: 6 }),
);
const count = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true }));
const days = ['2024-03-01', '2024-03-01T00:00:00Z', '2024-03-01T10:00:00', '2025-01-01T00:00:00Z'];
const row = fc.record({
  id: fc.oneof(fc.uuid(), fc.constantFrom('same', 'other')),
  name: fc.option(text),
  count: fc.option(count),
  flag: fc.option(fc.boolean()),
  day: fc.option(fc.constantFrom(...days)),
});
const key = fc.record({
  field: fc.constantFrom('name', 'count', 'flag', 'day', 'missing'),
  type: fc.constant('string' as const),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
});

const comparisons = [
  { field: 'name', type: 'string', operators: ['-eq', '-ne', '-contains', '-notcontains'], value: text },
  { field: 'count', type: 'number', operators: ['-eq', '-ne', '-gt', '-ge', '-lt', '-le'], value: count },
  { field: 'flag', type: 'boolean', operators: ['-eq', '-ne'], value: fc.boolean() },
  {
    field: 'day',
    type: 'date',
    operators: ['-eq', '-ne', '-gt', '-ge', '-lt', '-le'],
    value: fc.constantFrom(...days.map((day) => Date.parse(`${day.slice(0, 10)}Z`))),
  },
  { field: 'missing', type: 'string', operators: ['-eq', '-ne'], value: text },
] as const;
const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small' },
    ...comparisons.map(({ field, type, operators, value }) =>
      fc.record({
        kind: fc.constant('comparison' as const),
        field: fc.constant(field),
        type: fc.constant(type),
        operator: fc.constantFrom(...operators),
        value: value as fc.Arbitrary<string | number | boolean>,
      }),
    ),
    fc.record({ kind: fc.constant('-not' as const), operand: tie('filter') }),
    fc.record({
      kind: fc.constantFrom('-and' as const, '-or' as const),
      operands: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }),
    }),
  ),
}));

test('the records of an index are those that a filter and a sort of each record give', () => {
  const context = { steps: { compareBy } } as unknown as Context;
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 40 }),
      fc.array(fc.tuple(fc.option(filter, { nil: undefined }), fc.array(key, { maxLength: 3 })), { maxLength: 3 }),
      (rows, selections) => {
        const parents = {
          index: new ListIndex(rows.toReversed()),
          positions: rows.map((_, at) => rows.length - 1 - at),
        };
        const fieldOf = (field: string) =>
          field === 'count' || field === 'day' ? { at: (position: number) => rows[position]?.[field] } : undefined;
        const indexes = [new ListIndex(rows), new ListIndex(rows, { fieldOf, parents })];
        for (const [by, keys] of selections) {
          const matching = by === undefined ? rows : rows.filter((one) => matches(by, one));
          for (const index of indexes)
            expect([...(index.select(by, keys) ?? [])]).toEqual(order(matching, keys, context));
        }
      },
    ),
    { numRuns: 300, seed: 1 },
  );
});

test('a list of children reads each row once for each of its own fields, and none for those of the parents', () => {
  const parents = ['b', 'a', null].map((name, at) => ({ id: `parent ${at}`, name }));
  const positions = [2, 0, 1, 0];
  const read: number[] = [];
  const rowAt = (at: number) => ({ ...parents[positions[at] as number], days: 4 - at, cost: at % 2 });
  const rows = lazyArray({
    count: positions.length,
    at: (at) => {
      read.push(at);
      return rowAt(at);
    },
    all: () => expect.unreachable('all rows were made'),
  });
  const index = new ListIndex(rows, {
    fieldOf: (field) => (field === 'name' || field === 'id' ? undefined : { at: (at) => (rows.at(at) as Row)[field] }),
    parents: { index: new ListIndex(parents), positions },
  });
  const select = (field: string) => index.select(undefined, [{ field, type: 'string', direction: 'asc' }]);

  const byName = select('name');
  expect(read).toEqual([]);
  const [byDays, byCost] = [select('days'), select('cost')];
  expect(read).toEqual([0, 1, 2, 3, 0, 1, 2, 3]);
  expect(byName?.slice(0, 4)).toEqual([2, 1, 3, 0].map(rowAt));
  expect(byDays?.slice(0, 1)).toEqual([rowAt(3)]);
  expect(byCost?.slice(0, 2)).toEqual(
    [2, 0].map(rowAt).sort((one, other) => (one.id ?? '').localeCompare(other.id ?? '')),
  );
});

test('a field with values of several types has no index', () => {
  const mixed: readonly Row[] = [
    { id: 'a', name: 1, flag: true },
    { id: 'b', name: 'x', flag: {} },
  ];
  const index = new ListIndex(mixed);
  expect(index.select(undefined, [{ field: 'name', type: 'string', direction: 'asc' }])).toBeNull();
  expect(
    index.select(
      {
        kind: '-not',
        operand: { kind: 'comparison', field: 'flag', type: 'boolean', operator: '-eq', value: true },
      },
      [],
    ),
  ).toBeNull();
  expect([...(index.select(undefined, [{ field: 'id', type: 'string', direction: 'desc' }]) ?? [])]).toEqual([
    mixed[1],
    mixed[0],
  ]);
});

test('a page of a selection reads only its own records', () => {
  const rows = Array.from({ length: 100 }, (_, index) => ({ id: String(index).padStart(3, '0') }));
  const selected = new ListIndex(rows).select(undefined, [{ field: 'id', type: 'string', direction: 'desc' }]);
  expect(selected).toHaveLength(100);
  expect(selected?.slice(10, 12)).toEqual([{ id: '089' }, { id: '088' }]);
});
