import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { detectResources, envDetector, type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import { VERSION } from '../../conformance/version.js';
import { UsageError } from '../../engine/target/usage-error.js';
import { MetricStore } from '../../reporters/metrics/metric-store.js';
import { systemProblem } from '../errors.js';
import { resourceMetrics } from './metric-data.js';

/** How often metrics are sent between runs, so that no receiver takes them for stale, in milliseconds. */
const PUSH_MS = 60_000;
/** The time limit for sending metrics, in milliseconds: a stopped watch must end within five seconds. */
const TIMEOUT_MS = 3000;
const PATH = '/metrics';

/** Where metrics go. */
export interface MetricTargets {
  /** Where Prometheus reads them; `null` for nowhere. */
  readonly listen: { readonly host: string; readonly port: number } | null;
  /** The URL that they are sent to by OTLP over HTTP; `null` for none. */
  readonly otlp: string | null;
}

/** The metrics of a watch. */
export interface Metrics {
  readonly store: MetricStore;
  /** The URL for Prometheus; `null` without one. */
  readonly url: string | null;
  /** Sends the current metrics. */
  push(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts to export metrics. `target` is the origin that is checked, and `note` prints a problem with sending. Throws a
 * UsageError if the port cannot be listened on.
 */
export async function startMetrics(
  { listen, otlp }: MetricTargets,
  target: string,
  note: (text: string) => void,
): Promise<Metrics> {
  const store = new MetricStore();
  const resource = resourceOf(target);
  const sinceMs = Date.now();
  const current = () => resourceMetrics(resource, store.series(), sinceMs, Date.now());
  const serializer = new PrometheusSerializer('', false, undefined, false, true);
  const server = listen && (await listening(listen, () => serializer.serialize(current())));
  const push = otlp === null ? async () => undefined : pushing(otlp, current, note);
  const timer = setInterval(() => void push(), PUSH_MS).unref();
  return {
    store,
    url: server && `http://${hostText(listen?.host ?? '')}:${(server.address() as AddressInfo).port}${PATH}`,
    push,
    async close() {
      clearInterval(timer);
      server?.closeAllConnections();
      await new Promise<void>((resolve) => (server === null ? resolve() : server.close(() => resolve())));
    },
  };
}

/** What the metrics are of: OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES in the environment win. */
function resourceOf(target: string): Resource {
  const own = { 'service.name': 'touchstone', 'service.version': VERSION, 'touchstone.target': target };
  return resourceFromAttributes(own).merge(detectResources({ detectors: [envDetector] }));
}

async function listening(where: { readonly host: string; readonly port: number }, text: () => string): Promise<Server> {
  const server = createServer(({ method, url = '' }, response) => {
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead || url.split('?')[0] !== PATH) return response.writeHead(isRead ? 404 : 405).end();
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const problem = `metrics cannot be served on ${where.host}:${where.port}: ${systemProblem(error)}`;
      reject(new UsageError(problem, 'Choose another port with --metrics-port, or address with --metrics-host.'));
    });
    server.listen(where, resolve);
  });
  return server;
}

/** Sends metrics; a problem is printed once, and again after a success. */
function pushing(url: string, current: () => ReturnType<typeof resourceMetrics>, note: (text: string) => void) {
  const exporter = new OTLPMetricExporter({ url, timeoutMillis: TIMEOUT_MS });
  let failing = false;
  return () =>
    new Promise<void>((resolve) => {
      exporter.export(current(), ({ error }) => {
        if (error !== undefined && !failing)
          note(`metrics could not be sent to ${new URL(url).host}: ${error.message}`);
        failing = error !== undefined;
        resolve();
      });
    });
}

function hostText(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
