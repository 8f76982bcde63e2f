import { operations } from '../contract/operations/index.js';
import { assertBaseline } from '../engine/report/baseline/assert-baseline.js';
import { assertRequirements } from '../engine/report/requirements.js';
import type { PlannedCheck } from '../engine/run/plan.js';
import { planDigest } from '../engine/run/shards/plan-digest.js';
import { sharded } from '../engine/run/shards/sharded.js';
import type { CheckOptions, TargetOptions } from '../engine/target/options.js';
import { resolveTarget, type Target } from '../engine/target/target.js';
import { UsageError } from '../engine/target/usage-error.js';
import { assertWrites } from '../engine/writes/begin.js';
import { planOf } from '../suites/plan-of.js';
import { described } from './interface.js';
import { onReference } from './on-reference.js';

/** What the options of a run determine, before anything is sent. */
interface PreparedRun {
  /** The options, with those of the embedded reference. */
  readonly options: CheckOptions;
  readonly resolved: Target;
  /** All checks, and those of this shard: all of them in a whole run. */
  readonly whole: readonly PlannedCheck[];
  readonly checks: readonly PlannedCheck[];
  /** The name of the shard, and the digest of the whole plan; `null` for a whole run. */
  readonly shard: { readonly name: string; readonly plan: string } | null;
  /** How the power is measured; `undefined` if it is not. */
  readonly extent: CheckOptions['power'];
}

/** Prepares a run and sends nothing. Throws a `UsageError` for an invalid target or invalid options. */
export function preparedRun(target: TargetOptions, given: CheckOptions, embedded: boolean): PreparedRun {
  const options = embedded ? onReference(given) : given;
  const resolved = resolveTarget(target, operations);
  assertWrites(resolved, options, described.removal);
  assertRequirements(options, operations);
  const whole = planOf(options);
  assertBaseline(options.baseline?.entries ?? [], whole);
  const shard = options.shard === undefined ? null : { name: options.shard, plan: planDigest(whole, options) };
  const checks = sharded(whole, options);
  const extent = options.power ?? (options.requirePower === undefined ? undefined : 'sample');
  assertPower(options, resolved, extent);
  if (options.bail !== undefined && shard !== null) {
    throw new UsageError('a shard alone cannot stop a run at its failures', 'Omit --bail, or --shard.');
  }
  return { options, resolved, whole, checks, shard, extent };
}

function assertPower({ powerRequests, shard }: CheckOptions, resolved: Target, extent: CheckOptions['power']): void {
  if (extent === undefined) {
    if (powerRequests === undefined) return;
    throw new UsageError(
      '--power-requests sends nothing in a run that does not measure its power',
      'Add --power sample or --power all.',
    );
  }
  if (resolved.isCertified) {
    throw new UsageError(
      'the power of a run cannot be measured with a client certificate as the credential',
      'Omit --power and --require-power.',
    );
  }
  if (shard !== undefined) {
    throw new UsageError(
      'the power of a run cannot be measured in a shard, which records only its own responses',
      'Omit --power and --require-power, or --shard.',
    );
  }
}
