import { pause } from '../../engine/session/pause.js';
import { failedRunMetrics, runMetrics } from '../../reporters/metrics/run-metrics.js';
import { terminalText } from '../../reporters/terminal-text.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { acceptedDifferences } from '../baseline/accepted-differences.js';
import { reportError } from '../errors.js';
import { appendHistory } from '../history/history-files.js';
import type { Io } from '../io.js';
import { nodeWarning } from '../node-warning.js';
import { rendering, writeReports } from '../report-files.js';
import { renderReport } from '../report-kinds.js';
import { runCheck } from '../run-check.js';
import type { Settings } from '../settings.js';
import type { Metrics } from './metrics.js';
import { archived, type ReportArchive } from './report-archive.js';
import { failuresOf, runLines } from './run-line.js';
import { type Schedule, untilNext } from './schedule.js';
import { type StopSignal, stopSignal } from './stop-signal.js';

/** The exit code if a run left records changed. */
const LEFT = 3;

/** What to run, when, and what to keep. */
export interface Watch {
  readonly settings: Settings;
  readonly schedule: Schedule;
  /** `null` to keep no run report. */
  readonly archive: ReportArchive | null;
  /** `null` to export no metrics. */
  readonly metrics: Metrics | null;
}

/**
 * Runs the checks again and again until it is stopped, and returns the exit code: 0, or 3 if a run could not restore a
 * record, because the next one would write to it again. The verdicts are no part of it. Throws what the first run throws,
 * such as a UsageError for its options; a later error is printed, and the next run may succeed.
 */
export async function watch({ settings, schedule, archive, metrics }: Watch, io: Io): Promise<number> {
  const stop = stopSignal(io, () => note(io, 'stopping; interrupt again to stop at once'));
  const old = nodeWarning(io.nodeVersion, io.env);
  if (old !== null) note(io, old);
  const begunMs = Date.now();
  let failures: readonly string[] | null = null;
  try {
    while (!stop.signal.aborted) {
      const report = await attempt(settings, io, stop, metrics, failures === null);
      if (report !== null) {
        for (const problem of await kept(report, settings, archive, io)) note(io, problem);
        io.stdout.write(runLines(report, failures ?? []));
        failures = failuresOf(report);
        if ((report.restoration?.left.length ?? 0) > 0) return left(report, io);
        if (report.interrupted) break;
        metrics?.store.add(runMetrics(report));
      }
      await metrics?.push();
      const ms = untilNext(schedule, begunMs, Date.now(), Math.random);
      if (!stop.signal.aborted) note(io, `the next run starts at ${new Date(Date.now() + ms).toISOString()}`);
      await pause(ms, stop.signal);
    }
    return 0;
  } finally {
    stop.remove();
  }
}

/** One run; `null` after an error, which is printed and counted. */
async function attempt(
  settings: Settings,
  io: Io,
  stop: StopSignal,
  metrics: Metrics | null,
  isFirst: boolean,
): Promise<RunReport | null> {
  stop.running = true;
  try {
    const options = {
      // Read before each run, so that an edited baseline needs no restart.
      ...(await acceptedDifferences(settings, io)),
      ...settings.options,
      ...(settings.history !== undefined && { dataDigests: true }),
    };
    return await runCheck({ ...settings, options }, io, true);
  } catch (error) {
    if (isFirst) throw error;
    const code = reportError(error, io);
    metrics?.store.add(failedRunMetrics(code));
    return null;
  } finally {
    stop.running = false;
  }
}

/** Writes what is kept of a run, and returns the problems. A run that was cut off is no part of the history. */
async function kept(
  report: RunReport,
  { reports, privacy, history }: Settings,
  archive: ReportArchive | null,
  io: Io,
): Promise<string[]> {
  const problems = await writeReports(reports, io.stdout, rendering(reports, report, privacy));
  if (archive !== null) {
    const text = await renderReport('json', report, undefined, privacy);
    problems.push(...(await archived(archive, report.startedAt, text)));
  }
  if (history !== undefined && !report.interrupted) problems.push(...(await appendHistory(history, report)));
  return problems;
}

function left({ restoration }: RunReport, io: Io): number {
  const undo = restoration?.undo === undefined ? '' : `. Restore them: ${terminalText(restoration.undo)}`;
  note(io, `stopped: a run left changed records${undo}`);
  return LEFT;
}

function note(io: Io, text: string): void {
  io.stderr.write(`touchstone: ${text}\n`);
}
