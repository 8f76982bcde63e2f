import type { OwnOption } from '../option.js';
import { SERVE } from './serve.js';

/** The standard variable of OpenTelemetry with the endpoint that telemetry is sent to. */
export const OTLP_ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';

/** The options of `touchstone watch` in addition to those of a run. */
export const WATCH = {
  every: {
    flag: '--every <time>',
    kind: { type: 'duration' },
    help: 'the time from the start of a run to that of the next: 30s, 15m or 6h',
    default: 900_000,
    defaultText: '15m',
  },
  jitter: {
    flag: '--jitter <share>',
    kind: { type: 'percentage' },
    help: 'delay each run by a random part of this share of the interval',
    default: 10,
    defaultText: '10%',
  },
  keepIn: {
    flag: '--keep-in <folder>',
    kind: { type: 'file' },
    help: 'keep the run reports of the last runs in this folder',
  },
  keep: {
    flag: '--keep <number>',
    kind: { type: 'number', minimum: 1, maximum: 100_000, whole: true },
    help: 'how many run reports --keep-in keeps',
    default: 20,
  },
  metricsPort: {
    flag: '--metrics-port <number>',
    kind: SERVE.port.kind,
    help: 'serve metrics for Prometheus at /metrics on this port; 0 picks a free port',
  },
  metricsHost: {
    flag: '--metrics-host <name>',
    kind: { type: 'text' },
    help: 'the address that --metrics-port listens on',
    default: '127.0.0.1',
  },
  otlp: {
    flag: '--otlp [url]',
    kind: { type: 'text' },
    help: 'send metrics by OTLP over HTTP to this endpoint',
    defaultText: `that in ${OTLP_ENDPOINT}`,
  },
} as const satisfies Readonly<Record<string, OwnOption>>;
