import fc from 'fast-check';
import { expect, test } from 'vitest';
import { containing } from '../../reference/query/text-search.js';

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\n', '\u{1f680}'), maxLength: 5 });

test('the texts that contain a part are found as each of them alone', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 12 }), text, (texts, part) => {
      const expected = texts.map((one) => Number(one.includes(part)));
      expect([...containing(texts, part)]).toEqual(expected);
      expect([...containing(texts, part)]).toEqual(expected);
    }),
    { numRuns: 1000, seed: 1 },
  );
});

test('more texts than are put together at once are all searched', () => {
  const texts = Array.from({ length: 120_000 }, (_, index) => `user ${index}`);
  const found = containing(texts, '99999');
  expect(texts.filter((_, index) => found[index] === 1)).toEqual(['user 99999']);
  expect(containing(texts, 'user').every((one) => one === 1)).toBe(true);
});
