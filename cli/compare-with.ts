import type { Compared } from '../reporters/comparison/compared.js';
import { exitCodeOf } from '../reporters/exit-code.js';
import type { RunReport } from '../schemas/generated/touchstone.js';

/**
 * Compares a run with an earlier run, which `file` names. Only what is worse fails the run; a baseline applies as usual.
 * `text` lists the differences.
 */
export async function compareWith(
  file: string,
  before: RunReport,
  after: RunReport,
): Promise<Compared & { readonly text: string }> {
  const { compareReports } = await import('../reporters/comparison/compare-reports.js');
  const { renderComparison, resultLine } = await import('../reporters/comparison/render-comparison.js');
  const { comparisonExitCode } = await import('../reporters/comparison/result.js');
  const comparison = compareReports(before, after);
  const isGated = after.interrupted || (comparison.result === 'not-worse' && after.gate !== undefined);
  return {
    file,
    result: resultLine(comparison),
    exitCode: isGated ? exitCodeOf(after) : comparisonExitCode(comparison.result),
    text: renderComparison(comparison, after),
  };
}
