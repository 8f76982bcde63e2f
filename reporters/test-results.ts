import type { Check, RunReport } from '../schemas/generated/touchstone.js';
import { headline } from './headline.js';
import { counts, isAccepted } from './outcomes.js';

/** What becomes of a check in a report of test cases. */
type TestResult = 'pass' | 'failure' | 'error' | 'skipped';

/** A check as the result of a test: one below level must fails only in a strict run. */
export function testResult(check: Check, report: RunReport): TestResult {
  if (check.outcome === 'pass') return 'pass';
  if (check.outcome === 'error' || isBlocked(check, report)) return 'error';
  if (check.outcome !== 'fail' || isAccepted(check)) return 'skipped';
  return check.level === 'must' || report.selection.strict ? 'failure' : 'pass';
}

/** Whether a required check is inconclusive because the target did not respond, which makes the run incomplete. */
function isBlocked({ cause, level }: Check, { incomplete, selection }: RunReport): boolean {
  return cause !== undefined && incomplete?.causes[cause] !== undefined && (level === 'must' || selection.strict);
}

/**
 * A problem of the run that no test case shows: inconclusive, incomplete, interrupted, or an outdated baseline. It gets a
 * test case of its own, because consumers of such reports look at test cases only. `null` if there is none.
 */
export function verdictProblem(report: RunReport): string | null {
  const { words, mood, reason } = headline(report);
  // The reason of an interrupted run is mostly that it was interrupted.
  if (report.interrupted) return /\binterrupted\b/.test(reason) ? reason : `interrupted: ${reason}`;
  const shown = mood === 'bad' && report.checks.some((check) => counts(check, report));
  return mood === 'good' || (shown && report.incomplete === undefined) ? null : `${words}: ${reason}`;
}
