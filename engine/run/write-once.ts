import type { Cause } from '../client/failure.js';
import { Inconclusive, NotApplicable } from '../session/signals.js';
import type { Held } from '../writes/record-probe.js';
import { WriteContext } from '../writes/write-context.js';
import type { WriteCoordinator } from '../writes/write-coordinator.js';
import { assertCredential, resultOf, seedsOf } from './ask-once.js';
import type { PlannedCheck } from './plan.js';
import { type Result, withoutEvidence } from './result.js';
import type { WriteRule } from './rule.js';

export interface WriteOptions {
  /** The outcome if the target rejects its own values, so that there are no records for the check. */
  readonly noRecords?: (result: Result) => Result;
  /** The ids of the records that the check had before and gets again if it can. */
  readonly again?: readonly string[];
}

/** Runs a check that writes, once. The records it changed are restored, or recorded as not restored. */
export async function writeOnce(
  check: PlannedCheck,
  coordinator: WriteCoordinator,
  seed: number,
  { noRecords = (result) => result, again = [] }: WriteOptions = {},
): Promise<Result> {
  const rule = check.rule as WriteRule;
  const kind = coordinator.kindOf(check.operation.id);
  const pool = kind === null ? null : coordinator.pool(kind);
  const claim = {
    count: rule.records ?? 0,
    unproven: rule.unproven === true,
    fresh: rule.fresh === true,
    prefers: rule.prefers,
    updates: rule.updates === true,
    lacking: rule.lacking === true,
    flagsOnly: kind?.bulk.operation === check.operation.id,
    again,
  };
  let held: readonly Held[] = [];
  try {
    held = (await pool?.claim(claim)) ?? [];
  } catch (error) {
    const found = await withoutRecords(check, coordinator, seed, error);
    const result = found ?? withoutEvidence(check, ...reasonOf(error));
    return result.outcome === 'inconclusive' && pool?.rejectsOwnValues === true ? noRecords(result) : result;
  }
  const context = new WriteContext(check.operation, seedsOf(check, seed), coordinator, check.id, held);
  const result = await resultOf(check, context, async () => {
    assertCredential(rule.needs, context);
    await rule.write(context);
  });
  const ids = held.map(({ id }) => id);
  pool?.release(held, await coordinator.settlement.settle(ids, check.id));
  return { ...result, held: ids };
}

/** What a check that gets no records finds in what the updates of other checks showed; `null` if it judges nothing else. */
async function withoutRecords(
  check: PlannedCheck,
  coordinator: WriteCoordinator,
  seed: number,
  error: unknown,
): Promise<Result | null> {
  const rule = check.rule as WriteRule;
  if (rule.withoutRecords === undefined || !(error instanceof Inconclusive)) return null;
  const context = new WriteContext(check.operation, seedsOf(check, seed), coordinator, check.id, []);
  return resultOf(check, context, async () => {
    await rule.withoutRecords?.(context);
    if (context.evidence.length === 0) throw error;
  });
}

function reasonOf(error: unknown): ['inconclusive' | 'not-applicable' | 'error', string, (Cause | null)?] {
  if (error instanceof Inconclusive) return ['inconclusive', error.message, error.blockedBy];
  if (error instanceof NotApplicable) return ['not-applicable', error.message];
  return ['error', `internal error in touchstone: ${(error as Error).message}`];
}
