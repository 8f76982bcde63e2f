import { exitCodeOf } from '../reporters/exit-code.js';
import type { RunReport } from '../schemas/generated/touchstone.js';

const NOT_WORSE = 0;
const WORSE = 1;
const INCONCLUSIVE = 3;

/**
 * How a run differs from an earlier run, as text, and the exit code. Only what is worse fails the run; a baseline applies
 * as usual. An inconclusive run stays inconclusive, and an internal error always counts.
 */
export async function compareWith(before: RunReport, after: RunReport): Promise<{ text: string; code: number }> {
  const { compareReports } = await import('../reporters/comparison/compare-reports.js');
  const { renderComparison } = await import('../reporters/comparison/render-comparison.js');
  const comparison = compareReports(before, after);
  return { text: renderComparison(comparison, after), code: codeOf(comparison.worse.length > 0, after) };
}

function codeOf(worse: boolean, after: RunReport): number {
  const own = exitCodeOf(after);
  if (after.interrupted || after.verdict === 'inconclusive' || after.verdict === 'incomplete') return own;
  if (after.checks.some(({ outcome }) => outcome === 'error')) return INCONCLUSIVE;
  if (worse) return WORSE;
  // An inconclusive check may hide a worse result.
  if (after.incomplete !== undefined) return INCONCLUSIVE;
  // A record that could not be restored always fails the run, even if nothing else is worse.
  if ((after.restoration?.left.length ?? 0) > 0) return INCONCLUSIVE;
  return after.gate === undefined ? NOT_WORSE : own;
}
