import { unboundedLedger } from '../session/request-ledger.js';
import { pathParameters, type World } from '../session/world.js';
import { undoCommand } from '../writes/undo-command.js';
import type { Restoration, Writes } from '../writes/writes.js';
import { freshWorld } from './confirm/fresh-world.js';
import type { PlannedCheck } from './plan.js';
import { type Result, withoutEvidence } from './result.js';
import type { RunInput } from './run-input.js';
import { WriteRun } from './write-run.js';

/** Whether a check runs after all reads: it writes, or it reads what only a write creates. */
export function isLate({ operation }: PlannedCheck): boolean {
  return operation.tier !== undefined || pathParameters(operation).some(({ fixture }) => fixture === null);
}

/**
 * Runs the write checks, and the checks that judge or read their results; failures are re-run on restored records. At
 * the end everything is restored, or the restoration reports what is not.
 */
export async function runWrites(
  input: RunInput,
  writes: Writes,
  late: readonly PlannedCheck[],
  done: (result: Result) => void,
): Promise<Restoration> {
  const offered = await offeredOf(freshWorld(input, unboundedLedger(input.budget), false), late, done);
  const run = new WriteRun(input, writes, offered, done);
  await run.write();
  await run.read();
  await run.judge();
  await run.coordinator.settlement.settleAll();
  return restorationOf(input, writes, run);
}

function restorationOf(input: RunInput, { journal, options }: Writes, { coordinator, world }: WriteRun): Restoration {
  const { state, path } = journal;
  const unfinished = state.unrestored().length > 0 ? path : null;
  return {
    journal: unfinished,
    undo: unfinished === null ? null : undoCommand(unfinished, input.target, options.bulkScope),
    touched: state
      .touched()
      .map(({ kind, id }) => `${kind} ${id}`)
      .filter((key) => !coordinator.settlement.gone.has(key)),
    removed: state.removals,
    left: coordinator.settlement.left,
    stopped: journal.failure,
    unended: state.open().length,
    refreshed: state.refreshed().length,
    changedOthers: coordinator.settlement.changedOthers,
    gone: coordinator.settlement.gone.size,
    requests: world.session.requests,
  };
}

/** The checks of areas that are not refused as a whole; checks of the others do not apply. */
async function offeredOf(
  world: World,
  late: readonly PlannedCheck[],
  done: (result: Result) => void,
): Promise<PlannedCheck[]> {
  const areas = [...new Set(late.map(({ operation }) => operation.area))];
  const refused = new Set<string>();
  await Promise.all(areas.map(async (area) => ((await world.refuses(area)) ? refused.add(area) : undefined)));
  for (const check of late) {
    const { area } = check.operation;
    if (refused.has(area))
      done(withoutEvidence(check, 'not-applicable', `the target returns 403 for the whole ${area} area`));
  }
  return late.filter(({ operation }) => !refused.has(operation.area));
}
