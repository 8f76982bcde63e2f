import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ListColumn } from '../../reference/query/list-column.js';

const VALUES = 4;
const codes = fc.array(fc.nat(VALUES), { maxLength: 20 });
const range = fc.tuple(fc.nat(VALUES + 1), fc.nat(VALUES + 1));

test('the positions of a range of codes are the same in the first search and in later ones', () => {
  fc.assert(
    fc.property(codes, fc.array(range, { minLength: 1, maxLength: 10 }), (all, ranges) => {
      const values = Array.from({ length: VALUES }, (_, value) => value);
      const column = new ListColumn({ values, codes: Uint32Array.from(all) });
      for (const [from, to] of ranges) {
        const expected = all.flatMap((code, position) => (code >= from && code < to ? [position] : []));
        expect(column.countOf(from, to)).toBe(expected.length);
        expect([...column.positionsOf(from, to)]).toEqual(expected);
      }
    }),
    { numRuns: 300, seed: 1 },
  );
});
