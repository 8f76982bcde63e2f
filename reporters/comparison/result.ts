import type { RunReport } from '../../schemas/generated/touchstone.js';

/** The result of a comparison. It is inconclusive or incomplete if the later run is, unless that run is known to be worse. */
export type ComparisonResult = 'not-worse' | 'worse' | 'incomplete' | 'inconclusive';

const EXIT_CODES = { 'not-worse': 0, worse: 1, incomplete: 3, inconclusive: 3 } as const;

/** The result of a comparison with a later run; `worse`: whether anything in it is worse. */
export function comparisonResult(after: RunReport, worse: boolean): ComparisonResult {
  if (after.verdict === 'inconclusive' || after.checks.some(({ outcome }) => outcome === 'error'))
    return 'inconclusive';
  if (worse) return 'worse';
  // A check that was not decided may hide a worse result.
  if (after.incomplete !== undefined) return 'incomplete';
  // A record that could not be restored always counts, even if nothing else is worse.
  return after.interrupted || (after.restoration?.left.length ?? 0) > 0 ? 'inconclusive' : 'not-worse';
}

/** The exit code of a comparison: 0 not worse, 1 worse, 3 incomplete or inconclusive. */
export function comparisonExitCode(result: ComparisonResult): number {
  return EXIT_CODES[result];
}
