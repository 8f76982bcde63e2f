import { create } from 'xmlbuilder2';
import type { Check, Exchange, RunReport } from '../schemas/generated/touchstone.js';
import { checkText } from './check-text.js';
import { groupBy } from './group-by.js';
import { acceptedWhy, isAccepted } from './outcomes.js';
import { terminalText } from './terminal-text.js';
import { testResult, verdictProblem } from './test-results.js';

type Element = ReturnType<typeof create>;

/** The builder keeps "&#0;" in a text as a character reference; escaping every ampersand first prevents that. */
const ampersands = (text: string) => text.replaceAll('&', '&amp;');
/** Text from the target as an attribute. */
const attribute = (text: string, limit?: number) => ampersands(terminalText(text, limit));
const seconds = (ms: number) => (ms / 1000).toFixed(3);

/** The requirement and findings of a check, as the text of an element. */
const details = (check: Check, exchanges: ReadonlyMap<string, Exchange>) => ampersands(checkText(check, exchanges));

function addCase(suite: Element, check: Check, exchanges: ReadonlyMap<string, Exchange>, report: RunReport): void {
  const element = suite.ele('testcase', {
    classname: attribute(`touchstone.${check.area}.${check.operation}`),
    name: attribute(check.rule),
    time: seconds(check.durationMs),
  });
  const result = testResult(check, report);
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
 * The time of a suite, in seconds. The checks of an operation run at the same time, so their sum can be longer than the run:
 * the suite took at most the time of the run.
 */
function suiteTime(checks: readonly Check[], { durationMs }: RunReport): string {
  const sum = checks.reduce((total, check) => total + check.durationMs, 0);
  return seconds(Math.min(sum, durationMs));
}

/**
 * The run report as JUnit XML: a suite for each operation and a test case for each check. Characters that XML 1.0
 * does not allow are written as visible escapes; times are in seconds. The classname groups the cases by area and
 * operation where a consumer splits it at the dots.
 */
export function renderJunit(report: RunReport): string {
  const problem = verdictProblem(report);
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
  const numbers = (checks: readonly Check[], extra: number) => ({
    tests: checks.length + extra,
    failures: checks.filter((check) => testResult(check, report) === 'failure').length,
    errors: checks.filter((check) => testResult(check, report) === 'error').length + extra,
    skipped: checks.filter((check) => testResult(check, report) === 'skipped').length,
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
    const time = suiteTime(checks, report);
    const suite = root.ele('testsuite', { name: attribute(operation), ...numbers(checks, 0), time, ...common });
    for (const check of checks) addCase(suite, check, exchanges, report);
  }
  if (problem !== null) {
    const suite = root.ele('testsuite', { name: 'touchstone', ...numbers([], 1), time: '0.000', ...common });
    const verdict = suite.ele('testcase', { classname: 'touchstone', name: 'verdict', time: '0.000' });
    verdict
      .ele('error', {
        message: attribute(problem, 300),
        type: report.incomplete === undefined ? report.verdict : 'incomplete',
      })
      .txt(attribute(problem));
  }
  return `${root.end({ prettyPrint: true })}\n`;
}
