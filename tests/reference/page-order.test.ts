import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ListColumn } from '../../reference/query/list-column.js';
import { ListOrder } from '../../reference/query/list-order.js';
import { PageOrder } from '../../reference/query/page-order.js';

const COUNT = 30;
const key = fc.tuple(fc.integer({ min: 1, max: COUNT }), fc.boolean()).chain(([values, isDescending]) =>
  fc.array(fc.integer({ min: 0, max: values }), { minLength: COUNT, maxLength: COUNT }).map((codes) => ({
    column: new ListColumn({
      values: Array.from({ length: values }, (_, value) => value),
      codes: Uint32Array.from(codes),
    }),
    isDescending,
  })),
);
const matching = fc.option(fc.uniqueArray(fc.nat(COUNT - 1)).map((positions) => Uint32Array.from(positions).sort()));

test('a page is a part of the whole order, of all records or of those that match', () => {
  fc.assert(
    fc.property(fc.array(key, { maxLength: 3 }), matching, fc.nat(COUNT), fc.nat(COUNT), (keys, known, start, size) => {
      const whole = known?.slice() ?? Uint32Array.from({ length: COUNT }, (_, position) => position);
      new ListOrder().sort(whole, keys);
      const order = new PageOrder(COUNT, known, keys, new ListOrder(), 3);

      expect(order).toHaveLength(whole.length);
      expect([...order.slice(start, start + size)]).toEqual([...whole.slice(start, start + size)]);
    }),
    { numRuns: 500, seed: 1 },
  );
});
