import type { Check, RunReport } from '../schemas/generated/touchstone.js';
import { checkText } from './check-text.js';
import { exitCodeOf } from './exit-code.js';
import { groupBy } from './group-by.js';
import { headline, staleEntries } from './headline.js';
import { incompleteFacts } from './incomplete-text.js';
import { block, code, fitted, type Part } from './markdown/write.js';
import { counted } from './numbers.js';
import { acceptedWhy, isAccepted, isFailure, isWarning } from './outcomes.js';
import { summaryWords } from './summary-words.js';
import { terminalText } from './terminal-text.js';

/** The most characters that GitHub takes in a comment; a job summary may have more. */
const LIMIT = 65_536;
const REASONS = 30;
/** Findings that are shown of one check, so that no check takes the room of the others. */
const FINDINGS = 3;
const COMMAND = 4000;
/** Things that are named of those that a requirement misses. */
const MISSING = 10;

const MARKS = { good: '✅', bad: '❌', unknown: '❔' } as const;

function summary(report: RunReport): string {
  const { words, mood, reason } = headline(report);
  const target = report.target.embedded ? 'the embedded reference implementation' : code(report.target.baseUrl);
  return [
    `## ${MARKS[mood]} touchstone: ${words}`,
    '',
    `${target} · ${summaryWords(report).join(' · ')} · exit ${exitCodeOf(report)}`,
    '',
    code(reason),
    ...banner(report),
  ].join('\n');
}

/** An alert of GitHub that says why the run is incomplete; nothing for a complete one. */
function banner(report: RunReport): string[] {
  if (report.incomplete === undefined) return [];
  const { reason, unmet } = report.incomplete;
  const facts = incompleteFacts(report).filter(({ label }) => label !== 'Next');
  return [
    '',
    '> [!WARNING]',
    `> **The run is incomplete:** ${code(reason)}`,
    ...facts.map(({ label, text }) => `> - ${label}: ${code(text)}`),
    ...unmet.map(({ requirement, missing }) => `> - Missing for ${code(requirement)}: ${named(missing)}`),
  ];
}

/** The first few of the things that are missing. */
function named(ids: readonly string[]): string {
  const more = ids.length - MISSING;
  return (
    ids
      .slice(0, MISSING)
      .map((id) => code(id))
      .join(', ') + (more > 0 ? ` and ${more} more` : '')
  );
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
      'Notes',
      report.warnings.map((text) => code(text)),
    ),
    ...failures('Warnings', checks.filter(isWarning), report),
    ...list('Accepted by the baseline', accepted),
    ...list('Inconclusive', byReason(checks, 'inconclusive')),
    ...list(
      'Not exercised',
      notExercised.map(({ id, reason }) => `${code(id)}: ${code(reason ?? '')}`),
    ),
  ]);
}
