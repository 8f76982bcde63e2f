import type { RunReport } from '../schemas/generated/touchstone.js';
import { percentage, summaryOf } from '../schemas/run-summary.js';
import { counted, duration, thousands } from './numbers.js';

/**
 * The figures of a run as phrases for one line: checks by outcome, how many MUST checks were decided, how many operations
 * were tested, and the number of requests with the duration.
 */
export function summaryWords(report: Omit<RunReport, 'exchanges'>): string[] {
  const { checks, operations, requests } = summaryOf(report);
  const { must } = checks;
  const counts = [
    `${thousands(checks.passed)} passed`,
    `${thousands(checks.failed)} failed`,
    ...(checks.accepted > 0 || report.baseline !== undefined ? [`${thousands(checks.accepted)} accepted`] : []),
    counted(checks.warnings, 'warning'),
    `${thousands(checks.inconclusive)} inconclusive`,
    ...(checks.errors > 0 ? [counted(checks.errors, 'error')] : []),
  ];
  const excluded = operations.excluded === 0 ? '' : `, ${thousands(operations.excluded)} excluded`;
  return [
    counts.join(', '),
    `${thousands(must.decided)} of ${counted(must.applicable, 'MUST check')} decided (${percentage(must)})`,
    `${thousands(operations.tested)} of ${counted(operations.all, 'operation')} tested${excluded}`,
    `${counted(requests, 'request')} in ${duration(report.durationMs)}`,
  ];
}
