import type { Check, Exchange, RunReport } from '../schemas/generated/touchstone.js';
import { checkText } from './check-text.js';
import { isAccepted } from './outcomes.js';
import { terminalText } from './terminal-text.js';
import { testResult, verdictProblem } from './test-results.js';

const STATUS = { pass: 'passed', failure: 'failed', error: 'failed', skipped: 'skipped' } as const;
const MESSAGE = 300;

/** A test of the Common Test Report Format, as far as it is written here. */
interface Test {
  readonly name: string;
  readonly status: (typeof STATUS)[keyof typeof STATUS];
  /** In milliseconds. */
  readonly duration: number;
  readonly suite: readonly string[];
  readonly rawStatus: string;
  readonly message?: string;
  readonly trace?: string;
  readonly tags?: readonly string[];
}

function testOf(check: Check, report: RunReport, exchanges: ReadonlyMap<string, Exchange>): Test {
  const message = check.reason ?? check.findings[0]?.message;
  return {
    name: check.id,
    status: STATUS[testResult(check, report)],
    duration: Math.round(check.durationMs),
    suite: ['touchstone', check.area, check.operation],
    rawStatus: isAccepted(check) ? 'accepted' : check.outcome,
    tags: [check.level],
    ...(message !== undefined && { message: terminalText(message, MESSAGE) }),
    ...(check.outcome === 'fail' && { trace: checkText(check, exchanges) }),
  };
}

/** The run report in the Common Test Report Format (CTRF): a test for each check; times are in milliseconds. */
export function renderCtrf(report: RunReport): string {
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
  const problem = verdictProblem(report);
  const verdict: Test[] =
    problem === null
      ? []
      : [
          {
            name: 'verdict',
            status: 'failed',
            duration: 0,
            suite: ['touchstone'],
            rawStatus: report.verdict,
            message: terminalText(problem, MESSAGE),
          },
        ];
  const tests = [...report.checks.map((check) => testOf(check, report, exchanges)), ...verdict];
  const count = (status: Test['status']) => tests.filter((test) => test.status === status).length;
  const start = Date.parse(report.startedAt);
  const duration = Math.round(report.durationMs);
  const log = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    results: {
      tool: { name: 'touchstone', version: report.touchstone },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: 0,
        other: 0,
        start,
        stop: start + duration,
        duration,
      },
      tests,
      extra: { verdict: report.verdict, target: report.target.baseUrl, seed: report.seed, command: report.command },
    },
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
