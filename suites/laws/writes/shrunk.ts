import fc from 'fast-check';

/** A failing value, with what is wrong with it. */
export interface Failure<Value, Fault> {
  readonly value: Value;
  readonly fault: Fault;
  /** Shrinking reached its limit: a smaller value may fail too. */
  readonly cut: boolean;
}

/** The longest time for finding smaller values, in milliseconds: with some faults each value takes seconds. */
const SHRINKING_MS = 10_000;

interface Bounds<Value> {
  readonly seed: number;
  /** How many values to try, including those of `first`. */
  readonly runs: number;
  /** Values to try first, regardless of the seed. */
  readonly first?: readonly Value[];
  /** How many more to try to find a smaller one after a failure; each takes one or a few requests. */
  readonly steps: number;
}

/** The smallest failing value that was found; `null` if none fails. Rethrows errors of `faultOf`. */
export async function smallestFailure<Value, Fault>(
  values: fc.Arbitrary<Value>,
  faultOf: (value: Value) => Promise<Fault | null>,
  { seed, runs, steps, first = [] }: Bounds<Value>,
): Promise<Failure<Value, Fault> | null> {
  let found: Omit<Failure<Value, Fault>, 'cut'> | null = null;
  let left = steps;
  let end = Number.POSITIVE_INFINITY;
  let thrown: { readonly error: unknown } | null = null;
  const property = fc.asyncProperty(values, async (value) => {
    if (thrown !== null) return;
    if (performance.now() > end) left = 0;
    if (left <= 0) return;
    if (found !== null) left -= 1;
    const fault = await faultOf(value).catch((error: unknown) => {
      thrown = { error };
      return null;
    });
    if (fault === null) return;
    if (found === null) end = performance.now() + SHRINKING_MS;
    found = { value, fault };
    throw new Error('it fails');
  });
  await fc.check(property, { seed, numRuns: runs, examples: first.map((value) => [value]) });
  if (thrown !== null) throw (thrown as { readonly error: unknown }).error;
  return found === null ? null : { ...(found as Omit<Failure<Value, Fault>, 'cut'>), cut: left <= 0 };
}
