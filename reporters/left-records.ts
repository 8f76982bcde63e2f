import type { RunReport } from '../schemas/generated/touchstone.js';
import { paper } from './console/paper.js';
import { restorationParts } from './console/restoration.js';
import type { ConsoleOptions } from './console.js';

/** Whether a run left records with other values than before. */
export function hasLeftRecords({ restoration }: Pick<RunReport, 'restoration'>): boolean {
  return (restoration?.left.length ?? 0) > 0;
}

/**
 * What a run left to restore, with the command that does, for commands whose output is not that of `check`; empty if there is
 * nothing to restore.
 */
export function renderLeftRecords(report: Pick<RunReport, 'restoration'>, { color, width }: ConsoleOptions): string {
  if (!hasLeftRecords(report) && report.restoration?.undo === undefined) return '';
  return `${restorationParts(report, paper(color, width)).join('\n').trimStart()}\n\n`;
}
