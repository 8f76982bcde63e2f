import type { Check, RunReport } from '../../schemas/generated/touchstone.js';

export const HISTORY_FORMAT = 'touchstone.history/1';

/** The ids of the checks of runs, which their lines refer to, because most runs have the same ones. */
export interface ChecksLine {
  readonly format: typeof HISTORY_FORMAT;
  readonly type: 'checks';
  /** The name of this list in the lines of runs. */
  readonly id: string;
  readonly checks: readonly string[];
}

/** One run of a target. */
export interface RunLine {
  readonly format: typeof HISTORY_FORMAT;
  readonly type: 'run';
  /** When it started. */
  readonly at: string;
  readonly target: string;
  readonly version: string;
  readonly seed: number;
  readonly verdict: RunReport['verdict'];
  readonly durationMs: number;
  readonly requests: number;
  /** The list of checks, and the outcome of each as a letter. */
  readonly checks: string;
  readonly outcomes: string;
  /** The digest of the data that each operation returned. */
  readonly data: Readonly<Record<string, string>>;
  /** The number of responses of each operation, their median and their 95th percentile in milliseconds. */
  readonly times: Readonly<Record<string, readonly [count: number, median: number, p95: number]>>;
}

export type HistoryLine = ChecksLine | RunLine;

const LETTERS: Readonly<Record<Check['outcome'], string>> = {
  pass: 'p',
  fail: 'f',
  inconclusive: 'i',
  'not-applicable': 'n',
  excluded: 'x',
  error: 'e',
};

/** The lines of a run: the list of its checks, under a name, and the run itself. */
export function linesOf(report: RunReport, nameOf: (ids: readonly string[]) => string): [ChecksLine, RunLine] {
  const ids = report.checks.map(({ id }) => id);
  const name = nameOf(ids);
  const rows = report.operations;
  return [
    { format: HISTORY_FORMAT, type: 'checks', id: name, checks: ids },
    {
      format: HISTORY_FORMAT,
      type: 'run',
      at: report.startedAt,
      target: report.target.embedded ? 'the embedded reference' : report.target.baseUrl,
      version: report.touchstone,
      seed: report.seed,
      verdict: report.verdict,
      durationMs: report.durationMs,
      requests: report.requests.sent,
      checks: name,
      outcomes: report.checks.map(({ outcome }) => LETTERS[outcome]).join(''),
      data: Object.fromEntries(rows.flatMap(({ id, data }) => (data === undefined ? [] : [[id, data]]))),
      times: Object.fromEntries(
        rows.flatMap(({ id, times }) => (times ? [[id, [times.count, times.medianMs, times.p95Ms] as const]] : [])),
      ),
    },
  ];
}
