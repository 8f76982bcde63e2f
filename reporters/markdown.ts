import type { Check, RunReport } from '../schemas/generated/touchstone.js';
import { checkText } from './check-text.js';
import { exitCodeOf } from './exit-code.js';
import { groupBy } from './group-by.js';
import { headline, staleEntries } from './headline.js';
import { block, code, fitted, type Part } from './markdown/write.js';
import { counted, duration } from './numbers.js';
import { acceptedWhy, count, isAccepted, isFailure, isReservation } from './outcomes.js';
import { terminalText } from './terminal-text.js';

/** The most characters that GitHub takes in a comment; a job summary may have more. */
const LIMIT = 65_536;
const REASONS = 30;
/** Findings that are shown of one check, so that no check takes the room of the others. */
const FINDINGS = 3;
const COMMAND = 4000;

const MARKS = { good: '✅', bad: '❌', unknown: '❔' } as const;

function summary(report: RunReport): string {
  const { words, mood, reason } = headline(report);
  const { checks, requests, operations } = report;
  const counts = [
    `${counted(
      count(checks, ({ outcome }) => outcome === 'pass'),
      'check',
    )} passed`,
    `${count(checks, isFailure)} failed`,
    ...(report.baseline === undefined ? [] : [`${count(checks, isAccepted)} accepted`]),
    counted(count(checks, isReservation), 'reservation'),
    `${count(checks, ({ outcome }) => outcome === 'inconclusive' || outcome === 'error')} undecided`,
    `${operations.filter(({ state }) => state !== 'excluded').length} of ${operations.length} operations`,
    `${counted(requests.sent, 'request')} in ${duration(report.durationMs)}`,
  ];
  const target = report.target.embedded ? 'the embedded reference implementation' : code(report.target.baseUrl);
  return [
    `## ${MARKS[mood]} touchstone: ${words}`,
    '',
    `${target} · ${counts.join(' · ')} · exit ${exitCodeOf(report)}`,
    '',
    code(reason),
  ].join('\n');
}

/** Failed checks in full, the same difference of several operations once; the first few are open. */
function failures(heading: string, checks: readonly Check[], report: RunReport): Part[] {
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
  const alike = groupBy(checks, (check) =>
    JSON.stringify([check.rule, check.findings.map(({ at, expected, actual }) => [at, expected, actual])]),
  );
  return [...alike.values()].map(([check, ...others], index) => ({
    heading: `### ${heading} (${checks.length})`,
    text: [
      `<details${index < 3 ? ' open' : ''}><summary><b>${code(check.id, 'html')}</b></summary>`,
      '',
      block(checkText(check, exchanges, FINDINGS)),
      ...(others.length === 0
        ? []
        : [
            '',
            `The same in ${counted(others.length, 'other operation')}: ${others.map(({ operation }) => code(operation)).join(', ')}`,
          ]),
      '',
      '</details>',
    ].join('\n'),
    name: code(check.id),
  }));
}

/** Things under a heading as a list, each with why. */
function list(heading: string, lines: readonly string[]): Part[] {
  return lines.map((line) => ({ heading: `### ${heading} (${lines.length})`, text: `- ${line}` }));
}

/** Checks of an outcome by reason, the most frequent first. */
function byReason(checks: readonly Check[], outcome: Check['outcome']): string[] {
  const groups = groupBy(
    checks.filter((check) => check.outcome === outcome),
    ({ reason }) => reason ?? 'no reason given',
  );
  return [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, REASONS)
    .map(([reason, group]) => `${counted(group.length, 'check')}, such as ${code(group[0].id)}: ${code(reason)}`);
}

/**
 * The run report as Markdown for a comment on a pull request or a job summary of GitHub, within the size that it takes:
 * the most important first, and what has no room is counted. What comes from the target stands in code, where it is
 * neither markup nor mention nor link.
 */
export function renderMarkdown(report: RunReport): string {
  const { checks } = report;
  const accepted = checks
    .filter(isAccepted)
    .map((check) => `${code(check.id)}: ${code(check.findings.map(acceptedWhy)[0] ?? '')}`);
  const notExercised = report.operations.filter(({ state }) => state === 'explained');
  const again = [
    '### Again',
    '',
    block(terminalText(report.command, COMMAND)),
    '',
    `touchstone ${code(report.touchstone)}, seed ${report.seed}`,
  ];
  return fitted(LIMIT, summary(report), again.join('\n'), [
    ...failures('Failures', checks.filter(isFailure), report),
    ...list(
      'Baseline: remove or renew',
      staleEntries(report).map((text) => code(text)),
    ),
    ...list('Errors of touchstone itself', byReason(checks, 'error')),
    ...list(
      'Warnings',
      report.warnings.map((text) => code(text)),
    ),
    ...failures('Reservations', checks.filter(isReservation), report),
    ...list('Accepted by the baseline', accepted),
    ...list('Undecided', byReason(checks, 'inconclusive')),
    ...list(
      'Not exercised',
      notExercised.map(({ id, reason }) => `${code(id)}: ${code(reason ?? '')}`),
    ),
  ]);
}
