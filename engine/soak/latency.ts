import { build, type Histogram } from 'hdr-histogram-js';
import type { SoakReport } from '../../schemas/generated/touchstone.js';

/** Durations are counted in steps of 10 µs, with an error of 1 % at most, in a few kilobytes however many there are. */
const STEPS_PER_MS = 100;
const DIGITS = 2;

/** The distribution of some durations. */
export class Latency {
  readonly #histogram: Histogram = build({ numberOfSignificantValueDigits: DIGITS, bitBucketSize: 32 });

  add(durationMs: number): void {
    this.#histogram.recordValue(Math.round(durationMs * STEPS_PER_MS));
  }

  /** The distribution in milliseconds; `null` if there was no duration. */
  get summary(): NonNullable<SoakReport['operations'][number]['latency']> | null {
    const { totalCount: count } = this.#histogram;
    if (count === 0) return null;
    const at = (percentile: number) => this.#histogram.getValueAtPercentile(percentile) / STEPS_PER_MS;
    return { count, p50Ms: at(50), p95Ms: at(95), p99Ms: at(99), maxMs: at(100) };
  }
}
