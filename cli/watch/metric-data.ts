import type { HrTime } from '@opentelemetry/api';
import { ValueType } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type MetricData,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';
import { VERSION } from '../../conformance/version.js';
import { BOUNDARIES, type Buckets, type Series } from '../../reporters/metrics/metric-store.js';
import { METRICS } from '../../reporters/metrics/run-metrics.js';

/** The times of a collection: since when counts add up, and now. */
interface Times {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

/** Metrics in the data model of OpenTelemetry. Times are in milliseconds since the epoch. */
export function resourceMetrics(
  resource: Resource,
  series: readonly Series[],
  sinceMs: number,
  nowMs: number,
): ResourceMetrics {
  const times = { startTime: hrTime(sinceMs), endTime: hrTime(nowMs) };
  const metrics = series.map((one) => metricData(one, times));
  return { resource, scopeMetrics: [{ scope: { name: 'touchstone', version: VERSION }, metrics }] };
}

function metricData(series: Series, times: Times): MetricData {
  const { name, kind } = series;
  const base = {
    descriptor: { name, description: METRICS[name].help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if (kind === 'histogram') {
    const dataPoints = series.buckets.map((own) => ({ ...times, attributes: own.labels, value: histogram(own) }));
    return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints };
  }
  const dataPoints = series.samples.map(({ labels, value }) => ({ ...times, attributes: labels, value }));
  if (kind === 'gauge') return { ...base, dataPointType: DataPointType.GAUGE, dataPoints };
  return { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
}

function histogram({ counts, count, sum }: Buckets) {
  return { buckets: { boundaries: [...BOUNDARIES], counts: [...counts] }, count, sum };
}

function hrTime(ms: number): HrTime {
  return [Math.floor(ms / 1000), (ms % 1000) * 1_000_000];
}
