/**
 * At most `most` numbers that represent a sample, in ascending order: the sample itself if it is small enough, else
 * evenly spaced quantiles.
 */
export function quantiles(sample: readonly number[], most: number): number[] {
  const sorted = [...sample].sort((a, b) => a - b);
  if (sorted.length <= most) return sorted;
  return Array.from({ length: most }, (_unused, index) => {
    const at = Math.round((index * (sorted.length - 1)) / (most - 1));
    return sorted[at] ?? 0;
  });
}
