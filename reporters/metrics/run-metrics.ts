import type { Check, RunReport } from '../../schemas/generated/touchstone.js';
import { applies, isDecided, summaryOf } from '../../schemas/run-summary.js';
import { exitCodeOf } from '../exit-code.js';
import { groupBy } from '../group-by.js';

/** Labels of a series. Their values come from the contract and from touchstone, never from a target. */
export type Labels = Readonly<Record<string, string>>;

/** One value of a metric. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** What a metric is: the text that describes it, and its kind. A gauge shows the last run, the others count all runs. */
interface Metric {
  readonly kind: 'gauge' | 'counter' | 'histogram';
  readonly help: string;
}

/** Every metric of `touchstone watch` by its name in Prometheus, where the name of a counter ends in `_total`. */
export const METRICS = {
  touchstone_run_exit_code: {
    kind: 'gauge',
    help: 'The exit code that `touchstone check` has for the last run: 0 conforms, 1 does not conform, 2 invalid usage, 3 incomplete or inconclusive',
  },
  touchstone_run_verdict: { kind: 'gauge', help: '1 for the verdict of the last run, 0 for the others' },
  touchstone_run_timestamp_seconds: { kind: 'gauge', help: 'When the last run that ended with a report started' },
  touchstone_run_duration_seconds: { kind: 'gauge', help: 'How long the last run took' },
  touchstone_watch_interval_seconds: { kind: 'gauge', help: 'The time from the start of a run to that of the next' },
  touchstone_check_outcome: {
    kind: 'gauge',
    help: '1 for the outcome of a check in the last run, 0 for outcomes that it had in earlier runs; accepted is a failure that the baseline accepts',
  },
  touchstone_checks: { kind: 'gauge', help: 'The number of checks of the last run by level and outcome' },
  touchstone_coverage_ratio: {
    kind: 'gauge',
    help: 'The share of the applicable checks of a level that passed or failed in the last run, from 0 to 1',
  },
  touchstone_operations: {
    kind: 'gauge',
    help: 'The number of operations that the last run tested, and of the others',
  },
  touchstone_power_ratio: {
    kind: 'gauge',
    help: 'The share of the injected deviations of a level that the last run would notice, from 0 to 1; with --power only',
  },
  touchstone_runs_total: { kind: 'counter', help: 'The number of runs by verdict; error is a run without a report' },
  touchstone_requests_total: { kind: 'counter', help: 'The number of requests by operation; other is not about one' },
  touchstone_request_problems_total: {
    kind: 'counter',
    help: 'The number of requests that were retried, had no response, or had a response of a gateway with an error',
  },
  touchstone_response_seconds: { kind: 'histogram', help: 'The response times of an operation' },
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof METRICS;

/** The names of the metrics of a kind. */
export type NameOf<Kind extends Metric['kind']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['kind'] extends Kind ? Name : never;
}[MetricName];

/** What one run adds to the metrics. */
export interface RunMetrics {
  readonly gauges: Partial<Readonly<Record<NameOf<'gauge'>, readonly Sample[]>>>;
  readonly counters: Partial<Readonly<Record<NameOf<'counter'>, readonly Sample[]>>>;
  /** The response times of each operation in seconds. */
  readonly responses: readonly { readonly operation: string; readonly seconds: readonly number[] }[];
}

const VERDICTS = ['conforms', 'does-not-conform', 'incomplete', 'inconclusive'] as const;
const LEVELS = ['must', 'should', 'gap'] as const;
const OUTCOMES = ['pass', 'fail', 'accepted', 'inconclusive', 'not-applicable', 'excluded', 'error'] as const;

/** The metrics of a run. */
export function runMetrics(report: RunReport): RunMetrics {
  return {
    gauges: {
      touchstone_run_exit_code: [{ labels: {}, value: exitCodeOf(report) }],
      touchstone_run_verdict: VERDICTS.map((verdict) => ({
        labels: { verdict },
        value: verdict === report.verdict ? 1 : 0,
      })),
      touchstone_run_timestamp_seconds: [{ labels: {}, value: Date.parse(report.startedAt) / 1000 }],
      touchstone_run_duration_seconds: [{ labels: {}, value: report.durationMs / 1000 }],
      touchstone_check_outcome: outcomesOf(report),
      touchstone_checks: countsOf(report),
      touchstone_coverage_ratio: coverageOf(report),
      touchstone_operations: operationsOf(report),
      touchstone_power_ratio: powerOf(report),
    },
    counters: {
      touchstone_runs_total: [{ labels: { verdict: report.verdict }, value: 1 }],
      touchstone_requests_total: requestsOf(report),
      touchstone_request_problems_total: problemsOf(report),
    },
    responses: report.operations.flatMap(({ id, times, durationsMs = [] }) =>
      times === undefined ? [] : [{ operation: id, seconds: expanded(durationsMs, times.count) }],
    ),
  };
}

/** The metrics of a run that ended without a report, with the exit code of its error. */
export function failedRunMetrics(exitCode: number): RunMetrics {
  return {
    gauges: { touchstone_run_exit_code: [{ labels: {}, value: exitCode }] },
    counters: { touchstone_runs_total: [{ labels: { verdict: 'error' }, value: 1 }] },
    responses: [],
  };
}

function outcomeOf({ outcome, accepted }: Check): (typeof OUTCOMES)[number] {
  return outcome === 'fail' && accepted === true ? 'accepted' : outcome;
}

/** A series for each check that was selected and is applicable: at most as many as there are checks. */
function outcomesOf({ checks }: RunReport): Sample[] {
  return checks
    .filter(({ outcome }) => outcome !== 'excluded' && outcome !== 'not-applicable')
    .map((check) => ({
      labels: { operation: check.operation, rule: check.rule, level: check.level, outcome: outcomeOf(check) },
      value: 1,
    }));
}

function countsOf({ checks }: RunReport): Sample[] {
  const groups = groupBy(checks, (check) => `${check.level} ${outcomeOf(check)}`);
  return LEVELS.flatMap((level) =>
    OUTCOMES.map((outcome) => ({
      labels: { level, outcome },
      value: groups.get(`${level} ${outcome}`)?.length ?? 0,
    })),
  );
}

/** A level without an applicable check has no series: nothing was to be decided. */
function coverageOf({ checks }: RunReport): Sample[] {
  return LEVELS.flatMap((level) => {
    const own = checks.filter((check) => check.level === level && applies(check));
    if (own.length === 0) return [];
    return [{ labels: { level }, value: own.filter(isDecided).length / own.length }];
  });
}

function operationsOf(report: RunReport): Sample[] {
  const { all, tested, excluded } = summaryOf(report).operations;
  return Object.entries({ tested, excluded, untested: all - tested - excluded }).map(([state, value]) => ({
    labels: { state },
    value,
  }));
}

function powerOf({ power }: RunReport): Sample[] {
  if (power === undefined) return [];
  return Object.entries(power.byLevel).flatMap(([level, { injected, noticed }]) =>
    injected === 0 ? [] : [{ labels: { level }, value: noticed / injected }],
  );
}

function requestsOf({ operations, requests }: RunReport): Sample[] {
  const own = operations.filter((one) => one.requests > 0);
  const others = requests.sent - own.reduce((sum, one) => sum + one.requests, 0);
  return [
    ...own.map((one) => ({ labels: { operation: one.id }, value: one.requests })),
    // Requests before the first check, and those that restore records, count for no operation.
    ...(others > 0 ? [{ labels: { operation: 'other' }, value: others }] : []),
  ];
}

function problemsOf({ requests: { retried, failed, gatewayErrors = 0 } }: RunReport): Sample[] {
  return Object.entries({ retried, failed, 'gateway-error': gatewayErrors }).map(([kind, value]) => ({
    labels: { kind },
    value,
  }));
}

/** The times of `count` responses in seconds, from their quantiles in milliseconds. */
function expanded(quantilesMs: readonly number[], count: number): number[] {
  return Array.from({ length: quantilesMs.length === 0 ? 0 : count }, (_unused, index) => {
    const at = Math.floor((index * quantilesMs.length) / count);
    return (quantilesMs[at] ?? 0) / 1000;
  });
}
