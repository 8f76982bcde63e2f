import fc from 'fast-check';

/** A value of `page_number` or `page_size` that no parser reads as a positive integer. */
export const invalidPaging: fc.Arbitrary<string> = fc.oneof(
  fc.integer({ min: -(2 ** 31), max: 0 }).map(String),
  fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 9 })).map(([whole, part]) => `${whole}.${part}`),
  fc.stringMatching(/^[a-df-wyz]{1,8}$/),
);

/** The values that every run uses. */
export const ALWAYS_INVALID: readonly string[] = ['0', 'abc', '-1', '1.5', ''];

/** The values that every run uses, and some that its seed selects. */
export function invalidPagingValues(seed: number): string[] {
  return [...new Set([...ALWAYS_INVALID, ...fc.sample(invalidPaging, { seed, numRuns: 1 })])];
}

/**
 * Values that no parser reads as a positive integer, so the target must refuse them: zero, a negative number, a fraction,
 * text, a number with a suffix. Values that a lenient parser may accept, such as an empty value, are in `AMBIGUOUS_PAGING`.
 */
export const INVALID_PAGING: readonly string[] = [
  '0',
  '-0',
  '00',
  '-1',
  `${-(2n ** 31n)}`,
  `${-(2n ** 31n) - 1n}`,
  `${-(2n ** 63n)}`,
  `${-(2n ** 63n) - 1n}`,
  '0.5',
  '1.5',
  '-1.5',
  '1e-1',
  '-1e1',
  '0x0',
  '-0x5',
  'abc',
  '5abc',
  'abc5',
  '5-1',
  '--5',
  '1 2',
  'NaN',
  '-Infinity',
  "1' or '1'='1",
  '\u0000',
];

/** A repeated parameter without any valid value. */
export const INVALID_REPEATED_PAGING: readonly (readonly [string, string])[] = [
  ['0', '-1'],
  ['abc', 'xyz'],
];
