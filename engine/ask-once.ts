import { AskContext } from './ask-context.js';
import { deriveSeed } from './derive-seed.js';
import { countRecords } from './judge-state.js';
import type { PlannedCheck } from './plan.js';
import type { Outcome, Result } from './result.js';
import type { AskRule } from './rule.js';
import { NotApplicable, Undecided } from './signals.js';
import type { World } from './world.js';

/** Runs a check that asks, once. `gate` is why its operation is not offered, where that is so. */
export async function askOnce(check: PlannedCheck, world: World, seed: number, gate: string | null): Promise<Result> {
  const start = performance.now();
  const context = new AskContext(
    check.operation,
    world,
    deriveSeed(seed, check.id),
    deriveSeed(seed, check.operation.id),
  );
  const end = (outcome: Outcome, reason: string | null): Result => ({
    check,
    outcome,
    reason,
    evidence: outcome === 'fail' ? context.evidence : [],
    observed: context.observed,
    durationMs: performance.now() - start,
    last: context.last,
  });
  if (gate !== null) return end('not-applicable', gate);
  try {
    await assertNeeds(check, context);
    await (check.rule as AskRule).ask(context);
    return end(context.evidence.length > 0 ? 'fail' : 'pass', null);
  } catch (error) {
    if (context.evidence.length > 0 && !(error instanceof NotApplicable)) return end('fail', null);
    if (error instanceof Undecided) return end('inconclusive', error.message);
    if (error instanceof NotApplicable) return end('not-applicable', error.message);
    return end('error', `touchstone failed itself: ${(error as Error).message}`);
  }
}

async function assertNeeds({ rule, operation }: PlannedCheck, context: AskContext): Promise<void> {
  if (rule.needs.includes('credential') && !context.target.hasCredential) {
    throw new Undecided('no credential was given, so its absence cannot be tried; give TOUCHSTONE_TOKEN or --header');
  }
  const wanted = rule.needs.includes('several') ? 3 : rule.needs.includes('records') ? 1 : 0;
  if (wanted === 0 && !rule.needs.includes('answer')) return;
  const found = countRecords(operation, await context.body());
  if (found < wanted) throw new Undecided(`${found === 0 ? 'no record' : `only ${found} records`} to judge by`);
}
