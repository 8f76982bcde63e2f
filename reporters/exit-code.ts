import type { RunReport } from '../schemas/generated/touchstone.js';

const OF_VERDICT = { conforms: 0, 'does-not-conform': 1, incomplete: 3, inconclusive: 3 } as const;
const OF_GATE = { green: 0, red: 1, incomplete: 3, inconclusive: 3 } as const;

/** The exit code of a finished run: 0 conforms, 1 does not, 3 incomplete or inconclusive, 130 interrupted; with a baseline, the gate decides. */
export function exitCodeOf(report: RunReport): number {
  if (report.interrupted) return 130;
  return report.gate === undefined ? OF_VERDICT[report.verdict] : OF_GATE[report.gate.state];
}
