import pLimit from 'p-limit';
import { CheckCounts } from '../../schemas/run-summary.js';
import type { Answer } from '../client/answer.js';
import { AskContext } from '../session/ask-context.js';
import type { Seen } from '../session/seen.js';
import { Session } from '../session/session.js';
import { Inconclusive } from '../session/signals.js';
import { type Sampled, World } from '../session/world.js';
import type { Restoration } from '../writes/writes.js';
import { askOnce } from './ask-once.js';
import { confirm } from './confirm/confirm.js';
import { assertFixtures } from './fixtures/assert-fixtures.js';
import { type HealthReport, healthReport } from './health-report.js';
import { JudgeStates } from './judge-states.js';
import { MAX_PAGES_BYTES, plainAnswer, weightOf } from './page-weight.js';
import { ledgerOf, type PlannedCheck } from './plan.js';
import { preflight } from './preflight.js';
import { type Result, withoutEvidence } from './result.js';
import { isJudge } from './rule.js';
import type { RunInput } from './run-input.js';
import { isLate, runWrites } from './run-writes.js';
import { WeightedTurns } from './weighted-turns.js';

/** The number of operations checked concurrently; more would only keep more responses in memory. */
const OPERATIONS_AT_ONCE = 4;
/** The memory of one page for each of the operations that are checked at the same time, if their pages are larger. */
const MAX_OPERATIONS_BYTES = MAX_PAGES_BYTES / OPERATIONS_AT_ONCE;

export interface RunOutcome {
  readonly results: readonly Result[];
  /** Why the target could not be tested at all, and what to do; `null` if it could. */
  readonly unjudged: string | null;
  /** Whether any documented request returned a success with JSON. */
  readonly answered: boolean;
  /** Requests by operation id. */
  readonly requests: ReadonlyMap<string, number>;
  /** The state of the records that were written to; `null` if writes were not allowed. */
  readonly restoration: Restoration | null;
  /** Whether the target was available during the whole run, as far as the requests show. */
  readonly health: HealthReport;
  /** How much was read of lists that are too large to read completely, by operation id. */
  readonly sampled: ReadonlyMap<string, Sampled>;
}

/**
 * Runs the checks of a plan: ask rules run concurrently under the client's limit, judge rules check every response to a
 * valid request (some of them others, too), and every failure is confirmed on fresh data before it counts. Throws a UsageError for given ids that
 * the target does not have.
 */
export async function run(input: RunInput): Promise<RunOutcome> {
  const selected = input.checks.filter(({ excluded }) => excluded === null);
  const late = input.writes === null ? [] : selected.filter(isLate);
  const early = selected.filter((check) => !late.includes(check));
  const judges = new JudgeStates(early);
  let answered = false;
  const onSeen = (seen: Seen) => {
    judges.accept(seen);
    if (seen.accepted === true) return;
    answered ||= seen.body !== undefined;
    input.data?.add(seen);
  };
  const session = new Session(input.target, input.client, ledgerOf(input.checks, input), onSeen, input.times);
  const world = new World(session, input.described);
  const operations = [...new Set(early.map(({ operation }) => operation))];
  let restoration: Restoration | null = null;
  const unjudged = input.known === true ? null : await preflight(world, operations);
  if (unjudged === null && input.known !== true && input.signal?.aborted !== true)
    await assertFixtures(world, input.checks);
  const results = new Map<string, Result>();
  const settle = progress(input, selected.length, results);
  for (const check of input.checks) {
    if (check.excluded !== null) results.set(check.id, withoutEvidence(check, 'excluded', check.excluded));
    else if (unjudged !== null) results.set(check.id, withoutEvidence(check, 'inconclusive', unjudged));
  }
  if (unjudged === null) {
    const doubted = await runOnce(input, world, judges, early, operations, settle);
    for (const result of await confirm(input, doubted)) settle(result);
    if (input.writes !== null && late.length > 0) {
      restoration = await runWrites(input, input.writes, late, settle);
    }
  }
  return {
    results: inOrder(input.checks, results),
    unjudged,
    answered,
    requests: added(session.requests, restoration?.requests),
    sampled: world.sampled,
    health: await healthReport(input.client),
    restoration,
  };
}

/** The sum of two counts by operation. */
function added(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number> = new Map()): Map<string, number> {
  const sum = new Map(one);
  for (const [id, count] of other) sum.set(id, (sum.get(id) ?? 0) + count);
  return sum;
}

/** Runs the checks that read, once. Returns those that failed and are not confirmed yet. */
async function runOnce(
  input: RunInput,
  world: World,
  judges: JudgeStates,
  selected: readonly PlannedCheck[],
  operations: readonly PlannedCheck['operation'][],
  settle: (result: Result) => void,
): Promise<Result[]> {
  const limit = pLimit(OPERATIONS_AT_ONCE);
  const turns = new WeightedTurns(MAX_PAGES_BYTES);
  // The rules of an operation share lists that they keep until its last check is done.
  const turnsOfOperations = new WeightedTurns(MAX_OPERATIONS_BYTES);
  const doubted: Result[] = [];
  const done = (result: Result): void => {
    if (result.outcome === 'fail') doubted.push(result);
    else settle(result);
  };
  const doneAsking = async (result: Result): Promise<void> => {
    // A run that stops at a failure confirms it at once; another one saves requests by confirming all of them together.
    const confirmed = result.outcome === 'fail' && input.confirmsAtOnce ? await confirm(input, [result]) : null;
    if (confirmed === null) done(result);
    else for (const one of confirmed) settle(one);
  };
  // A limit of requests may be used up early, and each operation shows most by its plain request.
  if (world.session.ledger.allowance.sparing)
    await Promise.all(operations.map((operation) => limit(() => plainAnswer(world, operation))));
  await Promise.all(
    operations.map((operation) =>
      limit(async () => {
        const refusal = await areaRefusal(world, operation);
        const own = selected.filter((check) => check.operation === operation && !isJudge(check.rule));
        const plain = await plainAnswer(world, operation);
        const timeout = timeoutOf(plain);
        if (timeout !== null) {
          for (const check of own) done(withoutEvidence(check, 'inconclusive', timeout, 'timeout'));
          return;
        }
        const weight = weightOf(plain);
        const ask = async (check: PlannedCheck) => doneAsking(await askOnce(check, world, input.seed, refusal));
        await turnsOfOperations.run(weight, async () => {
          await Promise.all(own.map((check) => turns.run(weight, () => ask(check))));
          world.forget(operation);
        });
      }),
    ),
  );
  const asking = new Set(selected.flatMap(({ rule, operation }) => (isJudge(rule) ? [] : [operation])));
  await Promise.all(
    selected
      .filter(({ rule }) => isJudge(rule))
      .map(async (check) => done(await judgeResult(check, world, judges, asking.has(check.operation)))),
  );
  // In the order of the plan, whatever finished first, so that a run can be repeated.
  return selected.flatMap((check) => doubted.filter((result) => result.check === check));
}

/** The result of a judge check: not applicable in an area that is refused, whatever was found. */
async function judgeResult(check: PlannedCheck, world: World, judges: JudgeStates, isAsked: boolean): Promise<Result> {
  const refusal = await areaRefusal(world, check.operation);
  if (refusal !== null) return withoutEvidence(check, 'not-applicable', refusal);
  return judges.resultOf(check) ?? whyInconclusive(check, world, isAsked);
}

/** `isAsked` means that other checks of the run send requests to the operation, whose responses this check judges too. */
async function whyInconclusive(check: PlannedCheck, world: World, isAsked: boolean): Promise<Result> {
  try {
    await new AskContext(check.operation, world, 0, 0).body();
    const reason = isAsked
      ? 'no record, or none with the data that this check needs'
      : 'it judges the responses to requests of other rules of the operation, and none of these is selected';
    return withoutEvidence(check, 'inconclusive', reason);
  } catch (error) {
    if (error instanceof Inconclusive) return withoutEvidence(check, 'inconclusive', error.message, error.blockedBy);
    throw error;
  }
}

/** A result without the response that only the confirmation of a finding needs: a run keeps thousands of results. */
function toKeep({ last: _last, ...result }: Result): Result {
  return result;
}

/** Why an operation gets no more requests: its plain request timed out. */
function timeoutOf(answer: Answer | null): string | null {
  return answer?.failure?.kind === 'timeout' ? answer.summary : null;
}

/** Why the checks of an operation do not apply: the target refuses its whole area. */
async function areaRefusal(world: World, operation: PlannedCheck['operation']): Promise<string | null> {
  const answer = await plainAnswer(world, operation);
  if (answer !== null && answer.status !== 403) return null;
  return (await world.refuses(operation.area)) ? `the target returns 403 for the whole ${operation.area} area` : null;
}

function inOrder(checks: readonly PlannedCheck[], results: ReadonlyMap<string, Result>): Result[] {
  return checks.map(
    (check) => results.get(check.id) ?? withoutEvidence(check, 'error', 'touchstone lost the result of this check'),
  );
}

function progress({ client, accepts, onProgress }: RunInput, total: number, results: Map<string, Result>) {
  const counts = new CheckCounts();
  let done = 0;
  return (result: Result): void => {
    results.set(result.check.id, toKeep(result));
    done += 1;
    counts.add({ outcome: result.outcome, level: result.check.level, ...(accepts?.(result) && { accepted: true }) });
    const { failed, warnings } = counts;
    const { id, level } = result.check;
    const text = result.reason ?? result.evidence[0]?.difference.message ?? null;
    const decided = { outcome: result.outcome, level, accepted: accepts?.(result) ?? false, text };
    onProgress?.({ done, total, requests: client.counts.sent, failed, warnings, check: id, result: decided });
  };
}
