import pLimit from 'p-limit';
import { replacementOf } from '../../client/replaced-target.js';
import { Inconclusive } from '../../session/signals.js';
import type { World } from '../../session/world.js';
import { askOnce } from '../ask-once.js';
import { ledgerOf } from '../plan.js';
import type { Result } from '../result.js';
import { isJudge } from '../rule.js';
import type { RunInput } from '../run-input.js';
import { compared, unconfirmed } from './comparison.js';
import { freshWorld } from './fresh-world.js';
import { rerunJudges } from './rerun-judges.js';

/** How many checks are re-run at the same time; of a target with large responses, how few. */
const [CHECKS_AT_ONCE, FEW] = [8, 2];
/** The maximum number of re-runs of a check. */
const LOOKS = 4;
const INTERRUPTED = 'the run was interrupted before a re-run of the check';

/**
 * Re-runs everything that failed, on fresh data. A difference that is not reproduced is not a finding: the target may
 * have changed, so the check is inconclusive, with both exchanges.
 */
export async function confirm(input: RunInput, failed: readonly Result[]): Promise<Result[]> {
  const replacement = await replacementOf(
    input.client,
    failed.flatMap(({ evidence }) => evidence.map(({ answer }) => answer)),
  );
  if (replacement !== null) return failed.map((result) => unconfirmed(result, replacement));
  const isLarge = input.client.bodies.isExceeded;
  const limit = pLimit(isLarge ? FEW : CHECKS_AT_ONCE);
  const limitOfOperations = pLimit(isLarge ? 1 : Number.POSITIVE_INFINITY);
  const judges = failed.filter(({ check }) => isJudge(check.rule));
  const asks = failed.filter(({ check }) => !isJudge(check.rule));
  const ledger = ledgerOf(input.checks, input);
  // Each re-run has a world and a budget of its own, shared by all checks in that re-run.
  const worlds = Array.from({ length: LOOKS }, (_unused, look) =>
    freshWorld(input, look === 0 ? ledger : ledgerOf(input.checks, input), true),
  );
  const judged = byOperation(judges).map((own) => {
    return limit(async () => {
      if ((input.stop ?? input.signal)?.aborted) return own.map((result) => unconfirmed(result, INTERRUPTED));
      return rerunJudges(input, ledger, own);
    });
  });
  const asked = byOperation(asks).map((own) =>
    limitOfOperations(async () => {
      const results = await Promise.all(
        own.map((result) => limit(async () => replicated(result, await rerunAsk(input, worlds, result)))),
      );
      // The rules of an operation share lists, which would otherwise stay in memory until the last re-run.
      for (const { check } of own) for (const world of worlds) world.forget(check.operation);
      return results;
    }),
  );
  const results = [...(await Promise.all(judged)).flat(), ...(await Promise.all(asked)).flat()];
  return input.client.health.replaced.length > 0 ? results.map(withoutRefusal) : results;
}

/**
 * The result of a check that a re-run did not confirm, but whose rule has seen the difference in several records itself: what only
 * the first read of a record returns cannot be seen once more.
 */
function replicated(first: Result, confirmed: Result): Result {
  const evidence = first.evidence.filter(({ difference }) => difference.replicated);
  return confirmed.outcome !== 'inconclusive' || confirmed.cause || evidence.length === 0
    ? confirmed
    : { ...first, evidence };
}

/** After the data of the target were replaced, a record that it does not have shows nothing. */
function withoutRefusal(result: Result): Result {
  const refused = result.outcome === 'fail' && result.evidence.some(({ answer }) => answer.status === 404);
  return refused ? unconfirmed(result, 'the data of the target were replaced') : result;
}

/** The results of each operation. */
function byOperation(results: readonly Result[]): Result[][] {
  const operations = [...new Set(results.map(({ check }) => check.operation))];
  return operations.map((operation) => results.filter(({ check }) => check.operation === operation));
}

/**
 * Re-runs a check in fresh worlds. One more re-run follows if the last one had no data for the rule: it neither
 * confirms nor refutes the difference. So does one more if other clients change lists while they are read: two runs of a check may
 * both meet a list that lacks a record for a moment.
 */
export async function rerunAsk(input: RunInput, worlds: readonly World[], first: Result): Promise<Result> {
  let isConfirmed = false;
  for (const [index, world] of worlds.entries()) {
    if ((input.stop ?? input.signal)?.aborted) break;
    const isLast = index === worlds.length - 1;
    const look = await askOnce(first.check, world, input.seed, null);
    if (look.lacksData === true && !isLast) continue;
    const result = await compared(world, first, look).catch((error: unknown) => {
      if (error instanceof Inconclusive) return unconfirmed(first, error.message, undefined, error.blockedBy);
      throw error;
    });
    const isDoubted = result.outcome === 'fail' && !isConfirmed && input.client.health.hasMovedLists;
    if (!isDoubted || isLast) return result;
    isConfirmed = true;
  }
  return unconfirmed(first, INTERRUPTED);
}
