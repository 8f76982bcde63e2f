import fc from 'fast-check';

/**
 * A member of a list that is not empty, each as likely as the others. Unlike `fc.constantFrom` it shrinks through the
 * members before it, not to the first one alone, and takes lists that are too long to be arguments.
 */
export function memberOf<Value>(values: readonly Value[]): fc.Arbitrary<Value> {
  return fc.noBias(fc.nat({ max: values.length - 1 })).map((at) => values[at] as Value);
}
