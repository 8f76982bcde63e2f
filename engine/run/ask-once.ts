import type { Cause } from '../client/failure.js';
import { AskContext } from '../session/ask-context.js';
import { Inconclusive, LacksData, NotApplicable } from '../session/signals.js';
import type { World } from '../session/world.js';
import { deriveSeed } from './derive-seed.js';
import { countRecords } from './judge-state.js';
import type { PlannedCheck } from './plan.js';
import type { Outcome, Result } from './result.js';
import type { AskRule } from './rule.js';

/** Runs a check that sends its own requests, once. `refusal` says why its operation is not available, if so. */
export async function askOnce(
  check: PlannedCheck,
  world: World,
  seed: number,
  refusal: string | null,
): Promise<Result> {
  const { own, shared } = seedsOf(check, seed);
  const context = new AskContext(check.operation, world, own, shared, check.id);
  return resultOf(check, context, async () => {
    if (refusal !== null) throw new NotApplicable(refusal);
    await assertNeeds(check, context);
    await (check.rule as AskRule).ask(context);
  });
}

/** The seeds of the random choices of a check: its own, and that of its operation. */
export function seedsOf(check: PlannedCheck, seed: number): { readonly own: number; readonly shared: number } {
  return { own: deriveSeed(seed, check.id), shared: deriveSeed(seed, check.operation.id) };
}

/** The result of a check whose rule uses a context: the collected differences, or why it stopped. */
export async function resultOf(check: PlannedCheck, context: AskContext, work: () => Promise<void>): Promise<Result> {
  const start = performance.now();
  const end = (outcome: Outcome, reason: string | null, cause: Cause | null = null): Result => ({
    check,
    outcome,
    reason,
    cause,
    evidence: outcome === 'fail' ? context.evidence : [],
    observed: context.observed,
    durationMs: performance.now() - start,
    last: context.last,
  });
  try {
    await work();
    return end(context.evidence.length > 0 ? 'fail' : 'pass', null);
  } catch (error) {
    if (context.evidence.length > 0 && !(error instanceof NotApplicable)) return end('fail', null);
    if (error instanceof Inconclusive) {
      const result = end('inconclusive', error.message, error.blockedBy ?? context.blockedBy);
      return error instanceof LacksData ? { ...result, lacksData: true } : result;
    }
    if (error instanceof NotApplicable) return end('not-applicable', error.message);
    return end('error', `internal error in touchstone: ${(error as Error).message}`);
  }
}

async function assertNeeds({ rule, operation }: PlannedCheck, context: AskContext): Promise<void> {
  assertCredential(rule.needs, context);
  const wanted = rule.needs.includes('several') ? 3 : rule.needs.includes('records') ? 1 : 0;
  if (wanted === 0 && !rule.needs.includes('answer')) return;
  const found = countRecords(operation, await context.body());
  if (found < wanted)
    throw new LacksData(
      `${found === 0 ? 'no record' : found === 1 ? 'only 1 record' : `only ${found} records`} to check`,
    );
}

/** Makes a check that tests requests without a credential inconclusive if none was given. */
export function assertCredential(needs: PlannedCheck['rule']['needs'], { target }: AskContext): void {
  if (needs.includes('credential') && !target.hasCredential) {
    throw new Inconclusive(
      'no credential was given, so requests without it cannot be tested; set TOUCHSTONE_TOKEN or give --header',
    );
  }
}
