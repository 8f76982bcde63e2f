import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  AMBIGUOUS_PAGING,
  INVALID_PAGING,
  INVALID_REPEATED_PAGING,
  integerBorders,
  invalidPagingValues,
  pageBorders,
  REPEATED_PAGING,
} from '../../generators/index.js';

describe('paging that is certainly invalid', () => {
  /** Readings that are as lenient as can be: what each takes a text for. */
  const readings: readonly ((text: string) => number)[] = [
    Number,
    (text) => (/^\s*[-+]?[\d_]+\s*$/.test(text) ? Number(text.replaceAll('_', '')) : Number.NaN),
    (text) => (/^\s*[-+]?\d+(?:\.\d*)?(?:e[-+]?\d+)?\s*$/i.test(text) ? Number.parseFloat(text) : Number.NaN),
  ];

  test.each([...INVALID_PAGING, ...INVALID_REPEATED_PAGING.flat()])(
    'no parser reads %j as a positive integer',
    (text) => {
      for (const reading of readings) expect(Number.isInteger(reading(text)) && reading(text) > 0).toBe(false);
    },
  );

  test('has nothing in common with what is ambiguous', () => {
    const invalid = new Set(INVALID_PAGING);
    for (const { text } of AMBIGUOUS_PAGING) expect(invalid).not.toContain(text);
    for (const pair of REPEATED_PAGING) for (const text of pair) expect(invalid).not.toContain(text);
  });

  test('is the same for the same seed', () => {
    expect(invalidPagingValues(3)).toEqual(invalidPagingValues(3));
  });
});

describe('the borders of integers', () => {
  test('are split by whether they fit into the type', () => {
    expect(integerBorders(32).within).toEqual(['2147483647']);
    expect(integerBorders(32).beyond).toContain('2147483648');
    expect(integerBorders(64).within).toContain('9223372036854775807');
    expect(integerBorders(64).beyond[0]).toBe('9223372036854775808');
  });
});

describe('the borders of pages', () => {
  test('hold all items of the list between the first page and the last', () => {
    fc.assert(
      fc.property(fc.nat({ max: 3000 }), fc.integer({ min: 1, max: 1000 }), (items, size) => {
        const list = Array.from({ length: items }, (_, at) => at);
        for (const { page_number, page_size, expected } of pageBorders(items, size)) {
          expect(page_size).toBeGreaterThanOrEqual(1);
          expect(page_size).toBeLessThanOrEqual(1000);
          expect(list.slice((page_number - 1) * page_size, page_number * page_size)).toHaveLength(expected);
        }
      }),
    );
  });

  test('are the last page that is full, has one item, or lacks one, and the two after it', () => {
    const borders = pageBorders(10, 3);
    expect(borders).toContainEqual({ page_number: 4, page_size: 3, expected: 1 });
    expect(borders).toContainEqual({ page_number: 5, page_size: 3, expected: 0 });
    expect(borders).toContainEqual({ page_number: 2, page_size: 5, expected: 5 });
    expect(borders).toContainEqual({ page_number: 2, page_size: 9, expected: 1 });
    expect(borders).toContainEqual({ page_number: 1, page_size: 11, expected: 10 });
    expect(borders).toContainEqual({ page_number: 3, page_size: 10, expected: 0 });
  });
});
