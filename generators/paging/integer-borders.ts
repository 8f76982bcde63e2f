/** The largest integers of 32 and 64 bits, and those around them, as texts: a number cannot hold them all. */
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
 * The borders of integer types, as seen by a parameter of a number of bits: `within` are values of its type, `beyond` are
 * none. A `page_number` within is a page like any other, after the last one; one beyond is to be refused, or at
 * most to be such a page, and never to be read as another number, which 2^32 + 1 and 2^64 + 1 would show as page 1.
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
