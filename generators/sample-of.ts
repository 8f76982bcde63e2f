import fc from 'fast-check';

/** The first `count` values of an arbitrary for a seed; the same on every machine. */
export function sampleOf<Value>(arbitrary: fc.Arbitrary<Value>, seed: number, count: number): Value[] {
  return fc.sample(arbitrary, { seed, numRuns: count });
}
