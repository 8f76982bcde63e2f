import { operations } from '../../contract/operations/index.js';
import { gateOf, verdictOf } from '../../engine/report/gate.js';
import { certified } from '../../engine/report/integrity.js';
import { unmetRequirements } from '../../engine/report/requirements.js';
import { rootCausesOf } from '../../engine/report/root-causes.js';
import { warningsOf } from '../../engine/report/warnings.js';
import type { Result } from '../../engine/run/result.js';
import { UsageError } from '../../engine/target/usage-error.js';
import type { Check, RunReport } from '../../schemas/generated/touchstone.js';
import { suites } from '../../suites/index.js';
import { VERSION } from '../version.js';
import { MergedExchanges } from './exchanges.js';
import { mergedIncomplete } from './merged-incomplete.js';
import { mergedOperations, spanOf } from './merged-operations.js';
import { ownedChecks } from './owned.js';
import { type ShardFile, type ShardReport, type Shards, shardsOf } from './shards-of.js';

export type { ShardFile };

/**
 * The report of a run from the reports of its shards: the report that a single run would have written. A missing shard
 * makes it incomplete. Throws a UsageError for reports that are not the shards of one run.
 */
export function mergeReports(files: readonly ShardFile[]): RunReport {
  const shards = shardsOf(files);
  const [first] = shards.reports as [ShardReport, ...ShardReport[]];
  if (first.touchstone !== VERSION) {
    throw new UsageError(
      `the shards were run by touchstone ${first.touchstone}, but this is ${VERSION}`,
      'Merge with the version that ran the shards.',
    );
  }
  const owned = ownedChecks(shards);
  const log = new MergedExchanges();
  const checks = owned.map(({ check, report }) => (report === null ? check : log.check(check, report)));
  return certified(mergedReport(shards, first, owned, checks, log));
}

function mergedReport(
  shards: Shards,
  first: ShardReport,
  owned: ReturnType<typeof ownedChecks>,
  checks: readonly Check[],
  log: MergedExchanges,
): RunReport {
  const { reports } = shards;
  const { certificate: _certificate, incomplete: _incomplete, shard, gate: _gate, ...common } = first;
  const results = checks.map(resultOf);
  const { strict, requireDecided, requireOperations } = first.selection;
  const required = {
    ...(requireDecided !== undefined && { requireDecided }),
    ...(requireOperations && { requireOperations }),
  };
  const incomplete = mergedIncomplete(shards, owned, unmetRequirements(results, operations, required));
  const restoration = reports.find((report) => report.restoration !== undefined)?.restoration;
  const unended = restoration?.unended ?? 0;
  const stopped = firstOf(reports, (report) => report.shard.stopped);
  const interrupted = reports.some((report) => report.interrupted);
  const judged = {
    results,
    unjudged: reports.every((report) => report.shard.unjudged !== null) ? shard.unjudged : null,
    answered: reports.some((report) => report.shard.answered),
    left: restoration?.left.length ?? 0,
    unended,
    stopped,
    incomplete,
    interrupted,
    strict,
  };
  const { verdict, reason } = verdictOf(judged);
  const span = spanOf(reports);
  const rows = mergedOperations(reports, owned);
  const requests = requestsOf(reports, first);
  const causes = rootCausesOf(checks);
  const baseline = first.baseline && { ...first.baseline, entries: mergedEntries(reports) };
  const observations = observationsOf(reports, log);
  const sampled = new Map(rows.flatMap(({ id, sampled: part }) => (part === undefined ? [] : [[id, part] as const])));
  const insecure = first.target.insecure ?? false;
  return {
    ...common,
    verdict,
    verdictReason: reason,
    ...(incomplete !== null && { incomplete }),
    interrupted,
    startedAt: new Date(span.startMs).toISOString(),
    durationMs: span.durationMs,
    command: shard.command,
    shards: reports.map((one) => ({
      name: one.shard.name,
      startedAt: one.startedAt,
      durationMs: one.durationMs,
      requests: one.requests.sent,
      traceId: one.requests.traceId,
    })),
    requests,
    operations: rows,
    checks: [...checks],
    ...(restoration !== undefined && { restoration }),
    ...(causes.length > 0 && { causes }),
    observations,
    warnings: warningsOf({
      detects: first.selection.detects ?? 100,
      results,
      sampled,
      stopped,
      requests,
      insecure,
      restoration: { undo: null, unended, refreshed: 0, changedOthers: 0, gone: 0 },
    }),
    exchanges: log.exchanges,
    ...(baseline && { gate: gateOf(judged, checks, baseline), baseline }),
  };
}

/** A check as the verdict counts it; its evidence has been judged in its shard. */
function resultOf({ id, operation, rule, level, outcome, reason, cause, durationMs }: Check): Result {
  const suite = suites.find((one) => one.operation.id === operation);
  const own = suite?.rules.find((one) => one.id === rule);
  if (suite === undefined || own === undefined) throw new Error(`no check has the id ${id}`);
  const check = { id, operation: suite.operation, rule: own, level, excluded: outcome === 'excluded' ? reason : null };
  return { check, outcome, reason, cause: cause ?? null, evidence: [], observed: [], durationMs };
}

function requestsOf(reports: readonly ShardReport[], { requests }: ShardReport): RunReport['requests'] {
  const sum = (of: (counts: RunReport['requests']) => number | undefined) =>
    reports.reduce((total, one) => total + (of(one.requests) ?? 0), 0);
  return {
    ...requests,
    sent: sum(({ sent }) => sent),
    retried: sum(({ retried }) => retried),
    failed: sum(({ failed }) => failed),
    ...(requests.gatewayErrors !== undefined && { gatewayErrors: sum(({ gatewayErrors }) => gatewayErrors) }),
  };
}

/** The entries of the baseline with what each accepts in any shard. */
function mergedEntries(reports: readonly ShardReport[]): NonNullable<RunReport['baseline']>['entries'] {
  const [first] = reports;
  return (first?.baseline?.entries ?? []).map((entry, index) => {
    const all = reports.flatMap(({ baseline }) => baseline?.entries[index] ?? []);
    return { ...entry, accepts: all.flatMap(({ accepts }) => accepts), fixed: all.flatMap(({ fixed }) => fixed) };
  });
}

/** The observations of all shards, in the order of the operations. */
function observationsOf(reports: readonly ShardReport[], log: MergedExchanges): RunReport['observations'] {
  const order = new Map(suites.map(({ operation }, index) => [operation.id, index]));
  const place = ({ operation }: RunReport['observations'][number]) => order.get(operation) ?? 0;
  return reports
    .flatMap((report) => report.observations.map((one) => ({ ...one, exchange: log.id(one.exchange, report) })))
    .toSorted((one, other) => place(one) - place(other));
}

function firstOf(reports: readonly ShardReport[], of: (report: ShardReport) => string | null): string | null {
  return reports.map(of).find((text) => text !== null) ?? null;
}
