import { create } from 'xmlbuilder2';
import type { Check, Exchange, RunReport } from '../schemas/generated/touchstone.js';
import { checkText } from './check-text.js';
import { groupBy } from './group-by.js';
import { count } from './outcomes.js';
import { terminalText } from './terminal-text.js';

type Element = ReturnType<typeof create>;

/** What JUnit knows of a test case. */
type Result = 'pass' | 'failure' | 'error' | 'skipped';

/** The builder takes "&#0;" in a text for a reference and leaves it; only "&amp;" is sure to be what was meant. */
const ampersands = (text: string) => text.replaceAll('&', '&amp;');
/** Text of a target as an attribute. */
const attribute = (text: string, limit?: number) => ampersands(terminalText(text, limit));
const seconds = (ms: number) => (ms / 1000).toFixed(3);

/** Only a strict run fails for what the document does not demand. */
function resultOf(check: Check, strict: boolean): Result {
  if (check.outcome === 'pass') return 'pass';
  if (check.outcome === 'error') return 'error';
  if (check.outcome === 'fail') return check.level === 'must' || strict ? 'failure' : 'pass';
  return 'skipped';
}

/** What a check found, as the text of an element. */
const details = (check: Check, exchanges: ReadonlyMap<string, Exchange>) => ampersands(checkText(check, exchanges));

function addCase(suite: Element, check: Check, exchanges: ReadonlyMap<string, Exchange>, strict: boolean): void {
  const element = suite.ele('testcase', {
    classname: attribute(check.operation),
    name: attribute(check.id),
    time: seconds(check.durationMs),
  });
  const result = resultOf(check, strict);
  const message = attribute(check.reason ?? check.findings[0]?.message ?? check.title, 300);
  if (result === 'skipped') element.ele('skipped', { message: `${check.outcome}: ${message}` });
  else if (result === 'error') element.ele('error', { message, type: 'error' }).txt(details(check, exchanges));
  else if (result === 'failure') element.ele('failure', { message, type: check.level }).txt(details(check, exchanges));
  else if (check.outcome === 'fail') element.ele('system-out').txt(`Reservation.\n${details(check, exchanges)}`);
}

/** What makes a run that decided nothing, or not all it was asked, red where only test cases are looked at. */
function verdictProblem(report: RunReport): string | null {
  if (report.interrupted) return `interrupted: ${report.verdictReason}`;
  return report.verdict === 'undecided' ? `undecided: ${report.verdictReason}` : null;
}

/**
 * The run report as JUnit XML: a suite for each operation and a test case for each check. Whatever XML 1.0 does not
 * allow is written as a visible escape; times are in seconds.
 */
export function renderJunit(report: RunReport): string {
  const { strict } = report.selection;
  const problem = verdictProblem(report);
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
  const numbers = (checks: readonly Check[], extra: number) => ({
    tests: checks.length + extra,
    failures: count(checks, (check) => resultOf(check, strict) === 'failure'),
    errors: count(checks, (check) => resultOf(check, strict) === 'error') + extra,
    skipped: count(checks, (check) => resultOf(check, strict) === 'skipped'),
  });
  const common = { timestamp: attribute(report.startedAt) };
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele('testsuites', {
    name: 'touchstone',
    ...numbers(report.checks, problem === null ? 0 : 1),
    time: seconds(report.durationMs),
    ...common,
  });
  for (const [operation, checks] of groupBy(report.checks, (check) => check.operation)) {
    const time = seconds(checks.reduce((sum, check) => sum + check.durationMs, 0));
    const suite = root.ele('testsuite', { name: attribute(operation), ...numbers(checks, 0), time, ...common });
    for (const check of checks) addCase(suite, check, exchanges, strict);
  }
  if (problem !== null) {
    const suite = root.ele('testsuite', { name: 'touchstone', ...numbers([], 1), time: '0.000', ...common });
    const verdict = suite.ele('testcase', { classname: 'touchstone', name: 'touchstone/verdict', time: '0.000' });
    verdict.ele('error', { message: attribute(problem, 300), type: report.verdict }).txt(attribute(problem));
  }
  return `${root.end({ prettyPrint: true })}\n`;
}
