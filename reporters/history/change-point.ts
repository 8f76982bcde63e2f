import { median } from '../../numbers/quantile.js';
import { mannWhitney } from '../comparison/mann-whitney.js';

/** Fewer values on one side of a change show nothing. */
const LEAST = 6;
/** The probability of a false alarm, divided among all places where a change could be. */
const ALPHA = 0.01;
/** A smaller change of the median does not matter, however certain it is. */
const FACTOR = 1.25;

/** Where a series changes its level most: the index of the first value after it, and the medians of both sides. */
export interface ChangePoint {
  readonly index: number;
  readonly before: number;
  readonly after: number;
}

/** The clearest change of level in a series of times; `null` if chance could explain it, or if it is small. */
export function changePoint(series: readonly number[]): ChangePoint | null {
  const places = Array.from({ length: Math.max(0, series.length - 2 * LEAST + 1) }, (_unused, at) => at + LEAST);
  let best: { readonly index: number; readonly p: number } | null = null;
  for (const index of places) {
    const { p } = mannWhitney(series.slice(0, index), series.slice(index));
    if (p < ALPHA / places.length && (best === null || p < best.p)) best = { index, p };
  }
  if (best === null) return null;
  const levelOf = (values: readonly number[]) => median(values) ?? 0;
  const [before, after] = [levelOf(series.slice(0, best.index)), levelOf(series.slice(best.index))];
  const factor = Math.max(before, after) / Math.max(Math.min(before, after), Number.MIN_VALUE);
  return factor < FACTOR ? null : { index: best.index, before, after };
}
