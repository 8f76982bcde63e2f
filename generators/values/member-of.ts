import fc from 'fast-check';

/**
 * A uniformly chosen element of a non-empty list. Unlike `fc.constantFrom` it shrinks through all elements before it, not
 * only to the first one, and accepts lists that are too long for an argument list.
 */
export function memberOf<Value>(values: readonly Value[]): fc.Arbitrary<Value> {
  return fc.noBias(fc.nat({ max: values.length - 1 })).map((at) => values[at] as Value);
}
