import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { CheckOptions } from '../../target/options.js';
import type { PlannedCheck } from '../plan.js';

/**
 * The SHA-256 of what all shards of a run must agree on: the checks of the whole plan with those that are excluded, and
 * the options that decide the verdict.
 */
export function planDigest(checks: readonly PlannedCheck[], options: CheckOptions): string {
  const { strict, requireDecided, requireOperations, budget, level, baseline } = options;
  const plan = checks.map(({ id, excluded }) => [id, excluded]);
  const verdict = { strict, requireDecided, requireOperations, budget, level };
  const accepted = baseline && { entries: baseline.entries, allowFixed: baseline.allowFixed, seed: baseline.seed };
  const canonical = canonicalize(JSON.parse(JSON.stringify({ plan, verdict, accepted }))) ?? '';
  return createHash('sha256').update(canonical).digest('hex');
}
