import type { RunReport } from '../schemas/generated/touchstone.js';

/**
 * Whether the target could not be tested at all: each selected check is inconclusive for the reason of the verdict, such as
 * an unreachable target. Then the verdict says everything, and lists of checks and operations only repeat it.
 */
export function isUnjudged({ verdict, verdictReason, shard, checks }: RunReport): boolean {
  const reason = shard?.unjudged ?? verdictReason;
  const selected = checks.filter(({ outcome }) => outcome !== 'excluded');
  const repeats = selected.filter((check) => check.outcome === 'inconclusive' && check.reason === reason);
  return verdict === 'inconclusive' && selected.length > 0 && repeats.length === selected.length;
}
