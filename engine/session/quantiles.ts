/**
 * At most `most` numbers that stand for a sample, from its least to its greatest: the sample itself where it is no
 * larger, else its quantiles at even distances.
 */
export function quantiles(sample: readonly number[], most: number): number[] {
  const sorted = [...sample].sort((a, b) => a - b);
  if (sorted.length <= most) return sorted;
  return Array.from({ length: most }, (_unused, index) => {
    const at = Math.round((index * (sorted.length - 1)) / (most - 1));
    return sorted[at] ?? 0;
  });
}
