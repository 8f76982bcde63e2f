import type { Check, Exchange, RunReport } from '../schemas/generated/touchstone.js';
import { checkText } from './check-text.js';
import type { Compared } from './comparison/compared.js';
import { exitCodeOf } from './exit-code.js';
import { groupBy } from './group-by.js';
import { headline, staleEntries } from './headline.js';
import { incompleteFacts } from './incomplete-text.js';
import { block, code, fitted, type Part } from './markdown/write.js';
import { counted, thousands } from './numbers.js';
import { acceptedWhy, isAccepted, isFailure, isWarning } from './outcomes.js';
import { blindSpotText, powerSentences } from './power-text.js';
import { summaryWords } from './summary-words.js';
import { terminalText } from './terminal-text.js';
import { traceIdOf, traceLink } from './trace-link.js';
import { isUnjudged } from './unjudged.js';

/** The maximum length of a GitHub comment, in characters; a job summary may be longer. */
const LIMIT = 65_536;
const REASONS = 30;
/** Findings shown per check, so that one check cannot use up the space. */
const FINDINGS = 3;
const COMMAND = 4000;
/** Missing items listed per requirement. */
const MISSING = 10;

const MARKS = { good: '✅', bad: '❌', unknown: '❔' } as const;

function summary(report: RunReport, compared: Compared | undefined): string {
  const { words, mood, reason } = headline(report);
  const target = report.target.embedded ? 'the embedded reference implementation' : code(report.target.baseUrl);
  return [
    `## ${MARKS[mood]} touchstone: ${words}`,
    '',
    `${target} · ${summaryWords(report).join(' · ')} · exit ${compared?.exitCode ?? exitCodeOf(report)}`,
    '',
    code(reason),
    ...(compared === undefined ? [] : ['', `Compared with ${code(compared.file)}: ${code(compared.result)}`]),
    ...banner(report),
  ].join('\n');
}

/** A GitHub alert that says why the run is incomplete; empty for a complete run. */
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

/** The first few missing items. */
function named(ids: readonly string[]): string {
  const more = ids.length - MISSING;
  return (
    ids
      .slice(0, MISSING)
      .map((id) => code(id))
      .join(', ') + (more > 0 ? ` and ${thousands(more)} more` : '')
  );
}

/** Links to the traces of the findings that are shown: a code block has none. */
function traces(check: Check, exchanges: ReadonlyMap<string, Exchange>, { traceUrl }: RunReport): string[] {
  const shown = check.findings.slice(0, FINDINGS).flatMap(({ exchange }) => exchanges.get(exchange ?? '') ?? []);
  const links = shown.flatMap((exchange) => {
    const url = traceLink(exchange, traceUrl);
    return url === null ? [] : [`[${traceIdOf(exchange)}](${url})`];
  });
  return links.length === 0 ? [] : ['', `Traces: ${[...new Set(links)].join(', ')}`];
}

/** Failed checks in full. Identical findings of several operations appear once; the first few are expanded. */
function failures(heading: string, checks: readonly Check[], report: RunReport): Part[] {
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
  const alike = groupBy(checks, (check) =>
    JSON.stringify([check.rule, check.findings.map(({ at, expected, actual }) => [at, expected, actual])]),
  );
  return [...alike.values()].map(([check, ...others], index) => ({
    heading: `### ${heading} (${thousands(checks.length)})`,
    text: [
      `<details${index < 3 ? ' open' : ''}><summary><b>${code(check.id, 'html')}</b></summary>`,
      '',
      block(checkText(check, exchanges, FINDINGS)),
      ...traces(check, exchanges, report),
      ...(others.length === 0
        ? []
        : [
            '',
            `Same findings in ${counted(others.length, 'other operation')}: ${others.map(({ operation }) => code(operation)).join(', ')}`,
          ]),
      '',
      '</details>',
    ].join('\n'),
  }));
}

/** A list under a heading with a count; `count` is needed if a line stands for more than one item. */
function list(heading: string, lines: readonly string[], count = lines.length): Part[] {
  return lines.map((line) => ({ heading: `### ${heading} (${thousands(count)})`, text: `- ${line}` }));
}

/** The checks of one outcome as a list by reason, the most frequent first. */
function byReason(heading: string, checks: readonly Check[], outcome: Check['outcome']): Part[] {
  const matching = checks.filter((check) => check.outcome === outcome);
  const groups = groupBy(matching, ({ reason }) => reason ?? 'no reason given');
  const lines = [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, REASONS)
    .map(([reason, group]) => `${counted(group.length, 'check')}, such as ${code(group[0].id)}: ${code(reason)}`);
  return list(heading, lines, matching.length);
}

/** The inconclusive checks by reason, and the operations without a result. */
function notDecided({ checks, operations }: RunReport): Part[] {
  const notExercised = operations.filter(({ state }) => state === 'explained');
  return [
    ...byReason('Inconclusive', checks, 'inconclusive'),
    ...list(
      'Not exercised',
      notExercised.map(({ id, reason }) => `${code(id)}: ${code(reason ?? '')}`),
    ),
  ];
}

/** Which deviations the run would notice, and its blind spots. */
function power({ power: measured }: RunReport): Part[] {
  if (measured === undefined) return [];
  return [
    { heading: '### Power', text: powerSentences(measured).join(' ') },
    ...list(
      'Blind spots',
      measured.blindSpots.map((spot) => code(blindSpotText(spot))),
    ),
  ];
}

/**
 * The run report as Markdown for a GitHub pull request comment or job summary, within GitHub's size limit: the most
 * important parts come first, and omitted parts are counted. Text from the target is in code spans and blocks, where it
 * cannot become markup, a mention or a link. `compared`: how the run compares with an earlier one, if that was asked for.
 */
export function renderMarkdown(report: RunReport, compared?: Compared): string {
  const { checks } = report;
  const accepted = checks
    .filter(isAccepted)
    .map((check) => `${code(check.id)}: ${code(check.findings.map(acceptedWhy)[0] ?? '')}`);
  const rerun = [
    '### Re-run',
    '',
    block(terminalText(report.command, COMMAND)),
    '',
    `touchstone ${code(report.touchstone)}, seed ${report.seed}`,
  ];
  return fitted(LIMIT, summary(report, compared), rerun.join('\n'), [
    ...failures('Failures', checks.filter(isFailure), report),
    ...list(
      'Baseline: remove or renew',
      staleEntries(report).map((text) => code(text)),
    ),
    ...byReason('Internal errors of touchstone', checks, 'error'),
    ...list(
      'Notes',
      report.warnings.map((text) => code(text)),
    ),
    ...power(report),
    ...failures('Warnings', checks.filter(isWarning), report),
    ...list('Accepted by the baseline', accepted),
    ...(isUnjudged(report) ? [] : notDecided(report)),
  ]);
}
