import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  lenientSortsOf,
  malformedSortOver,
  malformedSortsOf,
  printSort,
  sampleOf,
  sortOver,
} from '../../generators/index.js';
import { parseSort } from '../../reference/query/sort-parser.js';
import { Refusal } from '../../reference/refusal.js';
import { types } from './tenant-fields.js';

const names = [...types.keys()];
const parse = (text: string) => parseSort(text, types).map(({ field, direction }) => ({ field, direction }));

describe('sort keys', () => {
  test('are read by the reference as they were made, no field twice', () => {
    fc.assert(
      fc.property(sortOver(names), (keys) => {
        expect(parse(printSort(keys))).toEqual(keys);
        expect(new Set(keys.map(({ field }) => field)).size).toBe(keys.length);
      }),
    );
  });

  test('are one and several, up to as many as are asked for and as there are fields', () => {
    const lengths = (keys: ReturnType<typeof sortOver>) => new Set(sampleOf(keys, 1, 300).map(({ length }) => length));
    expect(lengths(sortOver(names))).toEqual(new Set([1, 2, 3]));
    expect(lengths(sortOver(names, 1))).toEqual(new Set([1]));
    expect(lengths(sortOver(['a', 'b', 'b'], 5))).toEqual(new Set([1, 2]));
    expect(() => sortOver([])).toThrow(RangeError);
  });

  test('shrink to the first field, ascending', () => {
    const { counterexample } = fc.check(fc.property(sortOver(names), () => false));
    expect(counterexample).toEqual([[{ field: names[0], direction: 'asc' }]]);
  });
});

describe('malformed sorts', () => {
  test('are refused by the reference, all of them', () => {
    fc.assert(
      fc.property(sortOver(names), (keys) => {
        for (const { text } of malformedSortsOf(keys)) expect(() => parse(text), text).toThrow(Refusal);
      }),
    );
  });

  test('break one key of several', () => {
    const keys = [
      { field: 'email', direction: 'asc' },
      { field: 'department', direction: 'desc' },
    ] as const;
    const texts = malformedSortsOf(keys).map(({ text }) => text);
    expect(texts).toContain(':asc,department:desc');
    expect(texts).toContain('email:asc,department:sideways');
  });

  test('are none of those that a lenient reader takes', () => {
    const key = { field: 'email', direction: 'asc' } as const;
    const malformed = new Set(malformedSortsOf([key]).map(({ text }) => text));
    for (const text of lenientSortsOf(key)) expect(malformed).not.toContain(text);
    expect(sampleOf(malformedSortOver(names), 5, 50)).toEqual(sampleOf(malformedSortOver(names), 5, 50));
  });
});
