/** Where a bin of the run report's histograms begins, in milliseconds. */
export function binStart(bin: number): number {
  return bin === 0 ? 0 : 2 ** ((bin - 1) / 2);
}

/**
 * About how long the given part of all answers took at most, in milliseconds: within its bin the answers are taken to be
 * spread evenly. `null` where there are none.
 */
export function quantile(histogram: readonly number[], part: number): number | null {
  const all = histogram.reduce((sum, number) => sum + number, 0);
  if (all === 0) return null;
  let before = 0;
  for (const [bin, number] of histogram.entries()) {
    if (number > 0 && before + number >= part * all) {
      const [from, to] = [binStart(bin), binStart(bin + 1)];
      return from + ((part * all - before) / number) * (to - from);
    }
    before += number;
  }
  return null;
}
