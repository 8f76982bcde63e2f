import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberColumn } from '../../reference/query/number-column.js';

const number = fc.oneof(
  fc.constant(Number.NaN),
  fc.integer({ min: -2, max: 2 }),
  fc.integer({ min: -(2 ** 42), max: 2 ** 42 }),
);

test('a column of numbers has each of them once, in order, with its text and its records', () => {
  fc.assert(
    fc.property(fc.array(number, { maxLength: 20 }), fc.constantFrom(1, 1000), (some, unit) => {
      const all = some.map((one) => one * unit);
      const {
        values,
        codes,
        numbers = [],
        order = [],
      } = numberColumn(Float64Array.from(all), {
        textOf: (one) => `text ${one}`,
        unit,
      });
      const distinct = [...new Set(all.filter((one) => !Number.isNaN(one)))].sort((one, other) => one - other);

      expect([...numbers]).toEqual(distinct);
      expect([...values]).toEqual(distinct.map((one) => `text ${one}`));
      expect([...codes]).toEqual(all.map((one) => (Number.isNaN(one) ? distinct.length : distinct.indexOf(one))));
      expect([...order]).toEqual(
        all.map((_, position) => position).sort((one, other) => (codes[one] ?? 0) - (codes[other] ?? 0) || one - other),
      );
    }),
    { numRuns: 500, seed: 1 },
  );
});
