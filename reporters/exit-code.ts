import type { RunReport } from '../schemas/generated/touchstone.js';

const OF_VERDICT = { conforms: 0, 'does-not-conform': 1, undecided: 3 } as const;

/** The exit code of a finished run: 0 conforms, 1 does not, 3 undecided, 130 interrupted. */
export function exitCodeOf(report: RunReport): number {
  return report.interrupted ? 130 : OF_VERDICT[report.verdict];
}
