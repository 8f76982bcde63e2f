import fc from 'fast-check';

/** The first `count` values that an arbitrary gives under a seed: the same ones for the same seed, on every machine. */
export function sampleOf<Value>(arbitrary: fc.Arbitrary<Value>, seed: number, count: number): Value[] {
  return fc.sample(arbitrary, { seed, numRuns: count });
}
