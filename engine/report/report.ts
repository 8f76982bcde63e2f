import { clause } from '../../contract/clauses/index.js';
import type { Operation } from '../../contract/types.js';
import { DEFAULTS } from '../../options/declared.js';
import type { Check, Incomplete, Power, RunReport } from '../../schemas/generated/touchstone.js';
import { Redaction } from '../client/redaction.js';
import type { Moment } from '../client/target-health.js';
import type { DataDigests } from '../run/data-digests.js';
import type { HealthReport } from '../run/health-report.js';
import type { Result } from '../run/result.js';
import type { RunOutcome } from '../run/run.js';
import type { AnswerTimes } from '../session/answer-times.js';
import type { CheckOptions } from '../target/options.js';
import type { Target } from '../target/target.js';
import { restorationOf } from '../writes/restoration-report.js';
import { Acceptances } from './baseline/acceptances.js';
import { type Incompleteness, incompleteness } from './completeness.js';
import { EvidenceLog } from './evidence-log.js';
import { findingsOf } from './finding-list.js';
import { gateOf, verdictOf } from './gate.js';
import { reproduction } from './reproduction.js';
import { testedOperations, unmetRequirements } from './requirements.js';
import { rootCausesOf } from './root-causes.js';
import { warningsOf } from './warnings.js';

export interface ReportInput {
  readonly outcome: RunOutcome;
  /** The deviations that the run would notice; `null` if that was not measured. */
  readonly power?: Power | null;
  /** Why the power could not be measured, although it was to be; absent or `null` if there is no such reason. */
  readonly unmeasured?: string | null;
  /** A notice for each earlier run that left records of the target unrestored. */
  readonly leftovers?: readonly string[];
  readonly target: Target;
  readonly options: CheckOptions;
  /** The share of the deviations that the checks notice within --max-requests, from 0 to 1. */
  readonly detectionShare: number;
  /** The name of the shard, and the digest of the whole plan; absent or `null` for a whole run. */
  readonly shard?: { readonly name: string; readonly plan: string } | null;
  /** Why the run stopped at its failures; absent or `null` if it did not. */
  readonly bailed?: string | null;
  readonly embedded: boolean;
  /** The write options of the run; `null` if it was not allowed to write. */
  readonly writes: NonNullable<RunReport['selection']['writes']> | null;
  readonly operations: readonly Operation[];
  readonly version: string;
  readonly seed: number;
  readonly startedAt: Date;
  readonly times: AnswerTimes;
  /** Which data the run has read; absent or `null` if that was not recorded. */
  readonly data?: DataDigests | null;
  readonly durationMs: number;
  readonly requests: RunReport['requests'];
}

type OperationReport = RunReport['operations'][number];

/** The run report: all results of a run, redacted. All other reports are derived from it. */
export function reportOf(input: ReportInput): RunReport {
  const { outcome, target, options, operations, seed, startedAt, shard = null } = input;
  const redaction = new Redaction(target.withheld, target.headerNames);
  const log = new EvidenceLog(redaction);
  const interrupted = options.signal?.aborted === true;
  const detects = Math.floor(input.detectionShare * 1000) / 10;
  const { strict = false, level = 'gap', budget = DEFAULTS.budget } = options;
  const { left = [], unended = 0, stopped = null } = outcome.restoration ?? {};
  const incomplete =
    outcome.unjudged === null
      ? incompleteness({
          ...outcome,
          strict,
          // A requirement is one of the whole run.
          unmet: shard === null ? unmetRequirements(outcome.results, operations, options, input) : [],
        })
      : null;
  const judged = { ...outcome, left: left.length, unended, stopped, incomplete, interrupted, strict };
  const { verdict, reason } = verdictOf(judged);
  const tested = testedOperations(outcome.results);
  const acceptances = new Acceptances(options.baseline?.entries ?? [], startedAt);
  const checks = outcome.results.map((result) => checkOf(result, log, redaction, acceptances));
  const causes = rootCausesOf(checks);
  const baseline = options.baseline && {
    allowFixed: options.baseline.allowFixed,
    entries: acceptances.review(checks, [undefined, seed].includes(options.baseline.seed)),
  };
  return {
    format: 'touchstone.run-report/2',
    touchstone: input.version,
    verdict,
    verdictReason: redaction.text(shard === null ? reason : `shard ${shard.name}: ${reason}`),
    ...(incomplete !== null && { incomplete: incompleteOf(incomplete, outcome.health, redaction) }),
    interrupted,
    seed,
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(input.durationMs),
    command: redaction.text(reproduction(target, { ...options, seed }, input.embedded)),
    ...(shard !== null && { shard: shardOf(input, shard, redaction) }),
    target: {
      baseUrl: redaction.text(target.baseUrl),
      embedded: input.embedded,
      ...(target.insecure && { insecure: true }),
      wireForm: target.wireForm,
      bindings: Object.fromEntries(
        Object.entries(target.bindings).map(([id, { method, path }]) => [id, redaction.text(`${method} ${path}`)]),
      ),
      fixtures: Object.fromEntries(Object.entries(target.fixtures).map(([name, id]) => [name, redaction.text(id)])),
    },
    selection: {
      operations: [...(options.operations ?? [])],
      areas: [...(options.areas ?? [])],
      rules: [...(options.rules ?? [])],
      ...(options.exclude !== undefined && { exclude: [...options.exclude] }),
      level,
      strict,
      ...(options.requireDecided !== undefined && { requireDecided: options.requireDecided }),
      ...(options.powerRequests !== undefined && { powerRequests: options.powerRequests }),
      ...(options.requirePower !== undefined && { requirePower: options.requirePower }),
      ...(options.requireOperations !== undefined && { requireOperations: [...options.requireOperations] }),
      budget,
      ...(options.maxRequests !== undefined && { maxRequests: options.maxRequests }),
      detects,
      ...(input.writes !== null && { writes: input.writes }),
    },
    requests: input.requests,
    operations: operations.map((operation) => ({
      ...operationOf(operation, outcome, tested, redaction),
      ...dataOf(input.data?.of(operation.id)),
      ...input.times.of(operation.id, startedAt.getTime(), input.durationMs),
    })),
    checks,
    ...(outcome.restoration !== null && { restoration: restorationOf(outcome.restoration, redaction) }),
    ...(causes.length > 0 && { causes }),
    ...(input.power && { power: powerWithout(input.power, redaction) }),
    observations: observationsOf(outcome.results, log, redaction),
    warnings: warningsOf({
      ...outcome,
      detects,
      stopped,
      requests: input.requests,
      insecure: target.insecure,
      bailed: input.bailed ?? null,
      unmeasured: input.unmeasured ?? null,
      leftovers: input.leftovers ?? [],
    }).map((warning) => redaction.text(warning)),
    ...(options.traceUrl !== undefined && { traceUrl: redaction.text(options.traceUrl) }),
    exchanges: log.exchanges,
    ...(baseline && { gate: gateOf(judged, checks, baseline), baseline }),
  };
}

/** What the merged report of a run needs of its shard, in addition to the results. */
function shardOf(
  { outcome, target, options, seed, embedded }: ReportInput,
  { name, plan }: NonNullable<ReportInput['shard']>,
  redaction: Redaction,
): NonNullable<RunReport['shard']> {
  const { shard: _shard, balance: _balance, ...whole } = options;
  const stopped = outcome.restoration?.stopped ?? null;
  return {
    name,
    plan,
    command: redaction.text(reproduction(target, { ...whole, seed }, embedded)),
    answered: outcome.answered,
    unjudged: outcome.unjudged === null ? null : redaction.text(outcome.unjudged),
    stopped: stopped === null ? null : redaction.text(stopped),
  };
}

/** The power of a run without secrets: its reasons are those of checks, which may repeat text of the target. */
function powerWithout(power: Power, redaction: Redaction): Power {
  const blindSpots = power.blindSpots.map((spot) => ({ ...spot, reason: redaction.text(spot.reason) }));
  return { ...power, blindSpots };
}

function incompleteOf(
  why: Incompleteness,
  { firstTrouble, lastGood, probe, endedEarly }: HealthReport,
  redaction: Redaction,
): Incomplete {
  const moment = ({ at, method, url }: Moment) => ({
    at: new Date(at).toISOString(),
    method,
    url: redaction.text(url),
  });
  return {
    ...why,
    reason: redaction.text(why.reason),
    firstTrouble: firstTrouble && {
      ...moment(firstTrouble),
      request: firstTrouble.request,
      cause: firstTrouble.cause,
      summary: redaction.text(firstTrouble.summary),
    },
    lastGood: lastGood && { ...moment(lastGood), request: lastGood.request },
    probe: probe && { ...moment(probe), succeeded: probe.succeeded, summary: redaction.text(probe.summary) },
    endedEarly,
  };
}

function checkOf(
  { check, outcome, reason, cause, evidence, durationMs, second }: Result,
  log: EvidenceLog,
  redaction: Redaction,
  acceptances: Acceptances,
): Check {
  const { level, section, title } = clause(check.rule.clause);
  const found = findingsOf(evidence, log, redaction, (at) =>
    outcome === 'fail' ? acceptances.of(check, at) : undefined,
  );
  const compared = second === undefined ? '' : ` (response of the re-run: exchange ${log.add(second)})`;
  return {
    id: check.id,
    operation: check.operation.id,
    area: check.operation.area,
    rule: check.rule.id,
    clause: check.rule.clause,
    level,
    section,
    title,
    outcome,
    reason: reason === null ? null : redaction.text(reason) + compared,
    ...(outcome === 'inconclusive' && cause && { cause }),
    findings: found.findings,
    ...(found.otherPlaces.length > 0 && { moreFindings: found.otherPlaces.length, otherPlaces: found.otherPlaces }),
    ...(found.accepted && { accepted: true }),
    durationMs: Math.round(durationMs * 1000) / 1000,
  };
}

function operationOf(
  operation: Operation,
  outcome: RunOutcome,
  tested: ReadonlySet<string>,
  redaction: Redaction,
): OperationReport {
  const { id, title, area } = operation;
  const sampled = outcome.sampled.get(id);
  return {
    id,
    title,
    area,
    ...stateOf(operation, outcome, redaction),
    requests: outcome.requests.get(id) ?? 0,
    tested: tested.has(id),
    ...(sampled !== undefined && { sampled }),
  };
}

function dataOf(data: string | undefined): Pick<OperationReport, 'data'> {
  return data === undefined ? {} : { data };
}

function stateOf(
  { id, tier }: Operation,
  { results }: RunOutcome,
  redaction: Redaction,
): Pick<OperationReport, 'state' | 'reason'> {
  const own = results.filter(({ check }) => check.operation.id === id);
  const exercised = own.some(({ outcome }) => outcome === 'pass' || outcome === 'fail');
  if (exercised) return { state: 'exercised', reason: null };
  const reason =
    own.find(({ outcome }) => outcome !== 'excluded')?.reason ?? own[0]?.reason ?? 'no request was sent for it';
  const unwanted = own.filter((one) => one.outcome === 'excluded' && one.reason?.startsWith('needs ') !== true);
  const excluded = unwanted.length === own.length && (own.length > 0 || tier === undefined);
  return { state: excluded ? 'excluded' : 'explained', reason: redaction.text(reason) };
}

function observationsOf(results: readonly Result[], log: EvidenceLog, redaction: Redaction): RunReport['observations'] {
  return results.flatMap(({ check, observed }) =>
    observed.map(({ value, answer, fields, readings }) => ({
      clause: check.rule.clause,
      operation: check.operation.id,
      value: redaction.text(value),
      exchange: log.add(answer, 'observation'),
      ...(readings && {
        readings: Object.fromEntries(
          Object.entries(readings).map(([about, names]) => [
            redaction.text(about),
            names.map((name) => redaction.text(name)),
          ]),
        ),
      }),
      ...(fields && {
        fields: Object.fromEntries(Object.entries(fields).map(([name, types]) => [redaction.text(name), types])),
      }),
    })),
  );
}
