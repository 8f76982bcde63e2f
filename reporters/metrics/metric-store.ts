import { type Labels, METRICS, type MetricName, type NameOf, type RunMetrics, type Sample } from './run-metrics.js';

/** The upper bounds of the buckets of response times in seconds; the last bucket has none. */
export const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** The response times of an operation in all runs: how many lie in each bucket. */
export interface Buckets {
  readonly labels: Labels;
  readonly counts: readonly number[];
  readonly count: number;
  readonly sum: number;
}

/** A metric with its current series. */
export type Series =
  | {
      readonly name: NameOf<'gauge' | 'counter'>;
      readonly kind: 'gauge' | 'counter';
      readonly samples: readonly Sample[];
    }
  | { readonly name: NameOf<'histogram'>; readonly kind: 'histogram'; readonly buckets: readonly Buckets[] };

/**
 * The metrics of all runs of a process. The instruments of the OpenTelemetry SDK are not used: they report a series that
 * no longer exists for ever, and keep every collection in memory for a reader that is never used.
 */
export class MetricStore {
  readonly #gauges = new Map<MetricName, readonly Sample[]>();
  readonly #counters = new Map<MetricName, Map<string, Sample>>();
  readonly #buckets = new Map<string, Buckets>();

  /** Sets a gauge without labels that no run changes. */
  set(name: NameOf<'gauge'>, value: number): void {
    this.#gauges.set(name, [{ labels: {}, value }]);
  }

  /** Adds a run: its gauges replace those of the run before, and its counts are added. */
  add({ gauges, counters, responses }: RunMetrics): void {
    for (const [name, samples] of Object.entries(gauges) as [NameOf<'gauge'>, readonly Sample[]][]) {
      const before = name === 'touchstone_check_outcome' ? (this.#gauges.get(name) ?? []) : [];
      this.#gauges.set(name, withFormer(samples, before));
    }
    for (const [name, samples] of Object.entries(counters) as [NameOf<'counter'>, readonly Sample[]][]) {
      const known = this.#counters.get(name) ?? new Map<string, Sample>();
      this.#counters.set(name, known);
      for (const { labels, value } of samples) {
        const key = keyOf(labels);
        known.set(key, { labels, value: value + (known.get(key)?.value ?? 0) });
      }
    }
    for (const { operation, seconds } of responses) {
      this.#buckets.set(operation, withTimes(this.#buckets.get(operation) ?? emptyBuckets(operation), seconds));
    }
  }

  /** All metrics that have a series. */
  series(): Series[] {
    const names = Object.keys(METRICS) as MetricName[];
    return names.flatMap((name): Series[] => {
      const { kind } = METRICS[name];
      if (kind === 'histogram') {
        const buckets = [...this.#buckets.values()];
        return buckets.length === 0 ? [] : [{ name: name as NameOf<'histogram'>, kind, buckets }];
      }
      const samples = kind === 'gauge' ? this.#gauges.get(name) : [...(this.#counters.get(name)?.values() ?? [])];
      return samples === undefined || samples.length === 0
        ? []
        : [{ name: name as NameOf<'gauge' | 'counter'>, kind, samples }];
    });
  }
}

/** The samples, and 0 for each series of the run before that has ended, so that changes of an outcome can be counted. */
function withFormer(samples: readonly Sample[], before: readonly Sample[]): Sample[] {
  const present = new Set(samples.map(({ labels }) => keyOf(labels)));
  const former = before.filter(({ labels }) => !present.has(keyOf(labels))).map(({ labels }) => ({ labels, value: 0 }));
  return [...samples, ...former];
}

function keyOf(labels: Labels): string {
  return Object.values(labels).join('\n');
}

function emptyBuckets(operation: string): Buckets {
  return { labels: { operation }, counts: Array.from({ length: BOUNDARIES.length + 1 }, () => 0), count: 0, sum: 0 };
}

function withTimes({ labels, counts, count, sum }: Buckets, seconds: readonly number[]): Buckets {
  const grown = [...counts];
  let total = sum;
  for (const time of seconds) {
    const found = BOUNDARIES.findIndex((bound) => time <= bound);
    const at = found === -1 ? BOUNDARIES.length : found;
    grown[at] = (grown[at] ?? 0) + 1;
    total += time;
  }
  return { labels, counts: grown, count: count + seconds.length, sum: total };
}
