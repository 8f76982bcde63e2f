import fc from 'fast-check';

/** A value that fails, with what is wrong with it. */
export interface Failure<Value, Fault> {
  readonly value: Value;
  readonly fault: Fault;
  /** Shrinking was cut: a smaller one may fail too. */
  readonly cut: boolean;
}

interface Bounds<Value> {
  readonly seed: number;
  /** How many values are tried, those that come first among them. */
  readonly runs: number;
  /** Values that are tried first, whatever the seed. */
  readonly first?: readonly Value[];
  /** How many more are tried to find a smaller one, once one has failed: each is a request or a few. */
  readonly steps: number;
}

/** The smallest value found that fails; `null` where none does. What `faultOf` throws is thrown. */
export async function smallestFailure<Value, Fault>(
  values: fc.Arbitrary<Value>,
  faultOf: (value: Value) => Promise<Fault | null>,
  { seed, runs, steps, first = [] }: Bounds<Value>,
): Promise<Failure<Value, Fault> | null> {
  let found: Omit<Failure<Value, Fault>, 'cut'> | null = null;
  let left = steps;
  let thrown: { readonly error: unknown } | null = null;
  const property = fc.asyncProperty(values, async (value) => {
    if (thrown !== null || left <= 0) return;
    if (found !== null) left -= 1;
    const fault = await faultOf(value).catch((error: unknown) => {
      thrown = { error };
      return null;
    });
    if (fault === null) return;
    found = { value, fault };
    throw new Error('it fails');
  });
  await fc.check(property, { seed, numRuns: runs, examples: first.map((value) => [value]) });
  if (thrown !== null) throw (thrown as { readonly error: unknown }).error;
  return found === null ? null : { ...(found as Omit<Failure<Value, Fault>, 'cut'>), cut: left <= 0 };
}
