import { create } from 'xmlbuilder2';
import type { Check, Exchange, RunReport } from '../schemas/generated/touchstone.js';
import { checkText } from './check-text.js';
import { groupBy } from './group-by.js';
import { headline } from './headline.js';
import { acceptedWhy, counts, isAccepted } from './outcomes.js';
import { terminalText } from './terminal-text.js';

type Element = ReturnType<typeof create>;

/** The results that JUnit has for a test case. */
type Result = 'pass' | 'failure' | 'error' | 'skipped';

/** The builder keeps "&#0;" in a text as a character reference; escaping every ampersand first prevents that. */
const ampersands = (text: string) => text.replaceAll('&', '&amp;');
/** Text from the target as an attribute. */
const attribute = (text: string, limit?: number) => ampersands(terminalText(text, limit));
const seconds = (ms: number) => (ms / 1000).toFixed(3);

/** Checks below level must fail only in a strict run. */
function resultOf(check: Check, report: RunReport): Result {
  const { strict } = report.selection;
  if (check.outcome === 'pass') return 'pass';
  if (check.outcome === 'error' || isBlocked(check, report)) return 'error';
  if (check.outcome !== 'fail' || isAccepted(check)) return 'skipped';
  return check.level === 'must' || strict ? 'failure' : 'pass';
}

/** Whether a required check is inconclusive because the target did not respond, which makes the run incomplete. */
function isBlocked({ cause, level }: Check, { incomplete, selection }: RunReport): boolean {
  return cause !== undefined && incomplete?.causes[cause] !== undefined && (level === 'must' || selection.strict);
}

/** The requirement and findings of a check, as the text of an element. */
const details = (check: Check, exchanges: ReadonlyMap<string, Exchange>) => ampersands(checkText(check, exchanges));

function addCase(suite: Element, check: Check, exchanges: ReadonlyMap<string, Exchange>, report: RunReport): void {
  const element = suite.ele('testcase', {
    classname: attribute(check.operation),
    name: attribute(check.id),
    time: seconds(check.durationMs),
  });
  const result = resultOf(check, report);
  const message = attribute(check.reason ?? check.findings[0]?.message ?? check.title, 300);
  if (result === 'skipped') element.ele('skipped').txt(whySkipped(check, exchanges));
  else if (result === 'error')
    element.ele('error', { message, type: check.cause ?? 'error' }).txt(details(check, exchanges));
  else if (result === 'failure') element.ele('failure', { message, type: check.level }).txt(details(check, exchanges));
  else if (check.outcome === 'fail') element.ele('system-out').txt(`Warning.\n${details(check, exchanges)}`);
}

/** Why a check is skipped; for an accepted failure, its findings are included. */
function whySkipped(check: Check, exchanges: ReadonlyMap<string, Exchange>): string {
  if (!isAccepted(check)) return `${check.outcome}: ${attribute(check.reason ?? check.title, 300)}`;
  const [why = ''] = check.findings.map(acceptedWhy);
  return `accepted: ${attribute(why)}\n${details(check, exchanges)}`;
}

/**
 * A problem of the run that no test case shows: inconclusive, incomplete, interrupted, or an outdated baseline. It gets a
 * test case of its own, because consumers of JUnit look at test cases only. `null` if there is none.
 */
function verdictProblem(report: RunReport): string | null {
  const { words, mood, reason } = headline(report);
  if (report.interrupted) return `interrupted: ${reason}`;
  const shown = mood === 'bad' && report.checks.some((check) => counts(check, report));
  return mood === 'good' || (shown && report.incomplete === undefined) ? null : `${words}: ${reason}`;
}

/**
 * The run report as JUnit XML: a suite for each operation and a test case for each check. Characters that XML 1.0
 * does not allow are written as visible escapes; times are in seconds.
 */
export function renderJunit(report: RunReport): string {
  const problem = verdictProblem(report);
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
  const numbers = (checks: readonly Check[], extra: number) => ({
    tests: checks.length + extra,
    failures: checks.filter((check) => resultOf(check, report) === 'failure').length,
    errors: checks.filter((check) => resultOf(check, report) === 'error').length + extra,
    skipped: checks.filter((check) => resultOf(check, report) === 'skipped').length,
  });
  const common = { timestamp: attribute(report.startedAt) };
  // The Jenkins schema has "skipped" only on a suite, not on the root element.
  const { skipped: _ofSuites, ...totals } = numbers(report.checks, problem === null ? 0 : 1);
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele('testsuites', {
    name: 'touchstone',
    ...totals,
    time: seconds(report.durationMs),
  });
  for (const [operation, checks] of groupBy(report.checks, (check) => check.operation)) {
    const time = seconds(checks.reduce((sum, check) => sum + check.durationMs, 0));
    const suite = root.ele('testsuite', { name: attribute(operation), ...numbers(checks, 0), time, ...common });
    for (const check of checks) addCase(suite, check, exchanges, report);
  }
  if (problem !== null) {
    const suite = root.ele('testsuite', { name: 'touchstone', ...numbers([], 1), time: '0.000', ...common });
    const verdict = suite.ele('testcase', { classname: 'touchstone', name: 'touchstone/verdict', time: '0.000' });
    verdict
      .ele('error', {
        message: attribute(problem, 300),
        type: report.incomplete === undefined ? report.verdict : 'incomplete',
      })
      .txt(attribute(problem));
  }
  return `${root.end({ prettyPrint: true })}\n`;
}
