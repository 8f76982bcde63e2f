/**
 * The quantile of a sample by the nearest rank: the smallest value that at least `share` (0 to 1) of the sample do not
 * exceed; `undefined` for an empty sample. It is always a value of the sample, never a mean of two.
 */
export function quantile(sample: readonly number[], share: number): number | undefined {
  const ordered = sample.toSorted((one, other) => one - other);
  return ordered[Math.max(0, Math.ceil(share * ordered.length) - 1)];
}

/** The median of a sample: the lower of the two values in the middle if their number is even. */
export function median(sample: readonly number[]): number | undefined {
  return quantile(sample, 0.5);
}
