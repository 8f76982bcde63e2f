import { checkText } from '../../reporters/check-text.js';
import type { Check, RunReport } from '../../schemas/generated/touchstone.js';

/** The result of the test of a check. */
export type Settled =
  | { readonly kind: 'pass' }
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'fail'; readonly text: string };

/**
 * Maps a check to a test result. A MUST failure fails, as does an internal error or a check without a result. A warning
 * and an inconclusive check are skipped with the reason.
 */
export function settle(report: RunReport, id: string): Settled {
  const check = report.checks.find((one) => one.id === id);
  if (check === undefined) return { kind: 'fail', text: `the run has no result for ${id}` };
  const { outcome, level, reason } = check;
  if (outcome === 'pass') return { kind: 'pass' };
  if (outcome === 'error') return { kind: 'fail', text: reason ?? 'internal error in touchstone' };
  if (outcome !== 'fail') return { kind: 'skip', reason: `${outcome}: ${reason}` };
  if (level === 'must' || report.selection.strict) return { kind: 'fail', text: textOf(check, report) };
  return { kind: 'skip', reason: `warning (${level}): ${check.findings[0]?.message}` };
}

function textOf(check: Check, { exchanges }: RunReport): string {
  return checkText(check, new Map(exchanges.map((exchange) => [exchange.id, exchange])));
}

/** Why the run as a whole does not conform; `null` if it does. */
export function verdictProblem({ verdict, verdictReason }: RunReport): string | null {
  return verdict === 'conforms' ? null : `${verdict}: ${verdictReason}`;
}
