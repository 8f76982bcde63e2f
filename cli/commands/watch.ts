import { resolve } from 'node:path';
import { Command } from 'commander';
import { UsageError } from '../../engine/target/usage-error.js';
import { OPTION_KEYS, type OptionKey } from '../../options/declared.js';
import { OTLP_ENDPOINT, WATCH } from '../../options/groups/watch.js';
import { loadConfig } from '../config/load.js';
import { addOptions, addOwnOptions, type Flags, type OwnFlags } from '../flags.js';
import { proveHistory } from '../history/history-files.js';
import type { Io } from '../io.js';
import { proveFolder } from '../prove-folder.js';
import { proveWritable } from '../report-files.js';
import { settingsOf } from '../settings.js';
import type { Metrics } from '../watch/metrics.js';
import { watch } from '../watch/watch.js';
import { wrappedHelp } from '../wrapped-help.js';

/** Options of a single run, or of its output. */
const OF_CHECK: ReadonlySet<OptionKey> = new Set([
  'bail',
  'balance',
  'color',
  'compare',
  'dryRun',
  'quiet',
  'shard',
  'verbose',
]);
const KEYS = OPTION_KEYS.filter((key) => !OF_CHECK.has(key));
const SHORTEST_MS = 1000;
const METRICS_ENDPOINT = 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT';

/** The options of `touchstone watch`; times are in milliseconds. */
type WatchFlags = Flags & Omit<OwnFlags<typeof WATCH>, 'otlp'> & { readonly otlp?: string | true };

const AFTER = `
The first run starts at once. Runs never overlap: one that takes longer than the interval delays the next to the next
multiple of it. Each run prints its verdict; --report writes the reports of the last run.

Exit codes: 0 stopped by SIGINT, SIGTERM or SIGHUP, whatever the verdicts were; 2 invalid usage or config, or a port that is
in use; 3 a run left changed records, or touchstone failed in the first run; 130 a run had to be cut off, at a second
signal or 4 seconds after the first.`;

/** `touchstone watch`: runs the checks on a schedule until it is stopped; `done` receives the exit code. */
export function watchCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('watch').description(
    'Run the checks on a schedule, with a history and metrics, until it is stopped',
  );
  addOwnOptions(command, WATCH);
  return addOptions(command, KEYS)
    .addHelpText('after', () => wrappedHelp(AFTER, io))
    .action(async ({ every, jitter, keepIn, keep, metricsPort, metricsHost, otlp, ...flags }: WatchFlags) => {
      const everyMs = every ?? WATCH.every.default;
      if (everyMs < SHORTEST_MS) {
        throw new UsageError(`--every ${everyMs}ms is too short`, 'Give an interval of at least 1s.');
      }
      if (keep !== undefined && keepIn === undefined)
        throw new UsageError(`--keep ${keep} keeps nothing without --keep-in`, 'Add --keep-in FOLDER.');
      if (metricsHost !== undefined && metricsPort === undefined)
        throw new UsageError(
          `--metrics-host ${metricsHost} serves nothing without --metrics-port`,
          'Add --metrics-port NUMBER.',
        );
      const settings = settingsOf(flags, await loadConfig(io.cwd, flags), io);
      await proveWritable(settings.reports);
      await proveHistory(settings.history);
      const folder = keepIn === undefined ? undefined : resolve(io.cwd, keepIn);
      await proveFolder(folder, '--keep-in', 'the run reports cannot be kept in');
      const metrics = await metricsOf(
        {
          listen:
            metricsPort === undefined ? null : { host: metricsHost ?? WATCH.metricsHost.default, port: metricsPort },
          otlp: otlp === undefined ? null : otlpUrl(otlp, io),
        },
        settings.target === null ? 'the embedded reference' : originOf(settings.target.baseUrl),
        io,
      );
      metrics?.store.set('touchstone_watch_interval_seconds', everyMs / 1000);
      const schedule = { everyMs, jitterMs: (everyMs * (jitter ?? WATCH.jitter.default)) / 100 };
      const archive = folder === undefined ? null : { folder, keep: keep ?? WATCH.keep.default };
      try {
        done(await watch({ settings, schedule, archive, metrics }, io));
      } finally {
        await metrics?.close();
      }
    });
}

/** Starts to export metrics; `null` if they go nowhere. Their code is loaded only if they are exported. */
async function metricsOf(
  targets: { readonly listen: { readonly host: string; readonly port: number } | null; readonly otlp: string | null },
  target: string,
  io: Io,
): Promise<Metrics | null> {
  if (targets.listen === null && targets.otlp === null) return null;
  const { startMetrics } = await import('../watch/metrics.js');
  const note = (text: string) => io.stderr.write(`touchstone: ${text}\n`);
  const metrics = await startMetrics(targets, target, note);
  if (metrics.url !== null) note(`metrics for Prometheus are at ${metrics.url}`);
  return metrics;
}

/**
 * The URL that metrics are sent to: /v1/metrics of the endpoint in the option, or else in the environment, which may also
 * name the URL itself. Throws a UsageError for a text that is no URL.
 */
function otlpUrl(otlp: string | true, { env }: Io): string {
  const endpoint = otlp === true ? env[OTLP_ENDPOINT] : otlp;
  const url = (otlp === true && env[METRICS_ENDPOINT]) || withPath(endpoint);
  if (url === undefined) throw new UsageError('--otlp needs an endpoint', `Use --otlp URL, or set ${OTLP_ENDPOINT}.`);
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new UsageError('the endpoint of --otlp is not an HTTP URL', 'Write it as http://collector.example:4318.');
}

function withPath(endpoint: string | undefined): string | undefined {
  return endpoint === undefined || endpoint === '' ? undefined : `${endpoint.replace(/\/+$/, '')}/v1/metrics`;
}

/** The origin of a URL; empty for a text that is no URL, which the first run refuses. */
function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}
