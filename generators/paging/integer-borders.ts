/** The largest integers of 32 and 64 bits and their neighbours, as texts, because a number cannot represent them all. */
const BORDERS = [
  2n ** 31n - 1n,
  2n ** 31n,
  2n ** 32n - 1n,
  2n ** 32n,
  2n ** 32n + 1n,
  2n ** 53n,
  2n ** 53n + 1n,
  2n ** 63n - 1n,
  2n ** 63n,
  2n ** 64n,
  2n ** 64n + 1n,
  10n ** 30n,
];

/**
 * The limits of integer types for a parameter with a number of bits: `within` are values of its type, `beyond` are not. A
 * `page_number` within is a normal page after the last one. One beyond must be refused or be such a page, and must never
 * overflow to another number: 2^32 + 1 and 2^64 + 1 would then return page 1.
 */
export function integerBorders(bits: 32 | 64): {
  readonly within: readonly string[];
  readonly beyond: readonly string[];
} {
  const fits = (value: bigint) => BigInt.asIntN(bits, value) === value;
  return {
    within: BORDERS.filter(fits).map(String),
    beyond: BORDERS.filter((value) => !fits(value)).map(String),
  };
}
