import type { RunReport } from '../../schemas/generated/touchstone.js';
import { placeName } from '../../schemas/json-pointer.js';
import { sentence } from '../finding-text.js';
import { groupBy } from '../group-by.js';
import { counted, thousands } from '../numbers.js';
import { powerShare } from '../power-text.js';
import { terminalText } from '../terminal-text.js';
import type { NewFailure } from './checks.js';
import type { Comparison } from './compare-reports.js';
import type { PowerFall } from './power.js';
import type { TimeChange } from './times.js';

const SHOWN = 300;
/** Maximum number of lines per section. */
const LINES = 60;
/** The factor by which the response times of a whole run must change to be reported. */
const NOTABLE = 1.2;

const text = (value: string) => terminalText(value, SHOWN);

/** A section under a heading with a count; `count` is needed if a line stands for more than one item. */
function section(heading: string, lines: readonly string[], count = lines.length): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - LINES;
  return [
    '',
    `${heading} (${thousands(count)})`,
    ...lines.slice(0, LINES).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${thousands(more)} more`] : []),
  ];
}

/** `getUsers`, or `getUsers and 3 more`. */
function where([first, ...others]: readonly string[]): string {
  return others.length === 0 ? (first ?? '') : `${first} and ${thousands(others.length)} more`;
}

function failureLine({ check, was, findings, worse }: NewFailure): string {
  const [first] = findings;
  const what =
    first === undefined
      ? ''
      : `: ${sentence(text(first.message))} Expected ${text(first.expected)}, actual ${text(first.actual)} at ${text(placeName(first.at))}`;
  const more = findings.length > 1 ? ` (and ${thousands(findings.length - 1)} more)` : '';
  const before = was === 'fail' ? 'failed differently' : was === 'excluded' ? 'was not selected' : `was ${was}`;
  const note = worse ? '' : check.level === 'must' ? ', accepted' : `, level ${check.level}`;
  return `${check.id} (${before}${note})${what}${more}`;
}

const ms = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0));

function timeLine({ operation, before, after, p, slower }: TimeChange): string {
  const chance = p < 0.0001 ? 'p < 0.0001' : `p = ${p.toFixed(4)}`;
  const pairs = slower >= 0.5 ? `slower in ${Math.round(slower * 100)}` : `faster in ${Math.round((1 - slower) * 100)}`;
  return `${operation}: median ${ms(after.median)} ms, was ${ms(before.median)} ms; p95 ${ms(after.p95)} ms, was ${ms(before.p95)} ms (Mann-Whitney U over ${thousands(before.count)} and ${counted(after.count, 'response')}: ${chance}, ${pairs}% of pairs relative to the whole run)`;
}

/** `getUsers: 110 of 120 (91.6%), was 120 of 122 (98.3%)`. */
function powerLine({ where: place, was, is }: PowerFall): string {
  return `${place}: ${powerShare(is)}, was ${powerShare(was)}`;
}

/** The change of the response times of the whole run; empty if they are about the same. */
function overallLine(overall: number | null): string[] {
  if (overall === null || (overall < NOTABLE && overall > 1 / NOTABLE)) return [];
  const change = overall > 1 ? `${overall.toFixed(1)}x slower` : `${(1 / overall).toFixed(1)}x faster`;
  return [
    '',
    `Responses are ${change} in the whole run (median over its operations). The cause is the target, the network or this machine.`,
  ];
}

/** Identical changes once, with their operations. */
function grouped<Change extends { readonly operation: string }>(
  changes: readonly Change[],
  print: (change: Change) => string,
): string[] {
  return [...groupBy(changes, print)].map(
    ([line, alike]) => `${where(alike.map(({ operation }) => operation))}: ${line}`,
  );
}

/** Items with the same reason on one line, so that a reason that concerns a whole run appears once. */
function byReason(items: readonly { readonly id: string; readonly why: string }[]): string[] {
  return [...groupBy(items, ({ why }) => why)].map(([why, alike]) => `${where(alike.map(({ id }) => id))}${why}`);
}

const because = (reason: string | null) => `: ${text(reason ?? 'no reason given')}`;

function quoted(values: readonly string[]): string {
  return values.length === 0 ? 'nothing' : values.map((value) => `"${text(value)}"`).join(' and ');
}

/**
 * A comparison of two runs as text, ending in a newline; the last line is the result. Text from the target is escaped and
 * truncated.
 */
export function renderComparison(comparison: Comparison, after: RunReport): string {
  const { notes, checks, lost, observations, shapes, times, power } = comparison;
  const { newly, unselected } = failuresOf(comparison);
  const titles = new Map(after.checks.map((check) => [check.clause, check.title]));
  const lines = [
    ...section('Run settings that differ', notes.map(text)),
    ...section('Newly failing', newly.map(failureLine)),
    ...section('Failing, and not selected in the earlier run', unselected.map(failureLine)),
    ...section(
      'Fixed',
      checks.fixed.map(({ id }) => id),
    ),
    ...section(
      'No longer exercised',
      byReason(lost.map(({ id, reason }) => ({ id, why: because(reason) }))),
      lost.length,
    ),
    ...section(
      'Newly inconclusive',
      byReason(checks.inconclusive.map(({ id, outcome, reason }) => ({ id, why: ` (${outcome})${because(reason)}` }))),
      checks.inconclusive.length,
    ),
    ...section(
      'Added checks',
      checks.added.map(({ id, outcome }) => `${id}: ${outcome}`),
    ),
    ...section(
      'Removed checks',
      checks.removed.map(({ id }) => id),
    ),
    ...section(
      'Changed unspecified behaviour',
      grouped(
        observations,
        ({ clause, was, is }) => `${titles.get(clause) ?? clause} (${clause}): was ${quoted(was)}, is ${quoted(is)}`,
      ),
    ),
    ...section(
      'Changed field types, allowed by the document',
      grouped(shapes, ({ field, was, is }) => `${text(field)}: was ${text(was)}, is ${text(is)}`),
    ),
    ...section('Fewer injected deviations that the run would notice', power.map(powerLine)),
    ...section(
      'Significant changes of response times (not a failure: the document sets no limits)',
      times.operations.map(timeLine),
    ),
  ];
  const whole = overallLine(times.overall);
  const body = [...lines, ...whole];
  return `${[...body.slice(1), ...(body.length > 0 ? [''] : []), resultLine(comparison)].join('\n')}\n`;
}

/** The failures of the later run that are new, and those that are new only because the earlier run did not select them. */
function failuresOf({ checks: { failing } }: Comparison): Record<'newly' | 'unselected', readonly NewFailure[]> {
  return {
    newly: failing.filter(({ was }) => was !== 'excluded'),
    unselected: failing.filter(({ was }) => was === 'excluded'),
  };
}

/** The result of a comparison in one line: the result in capitals, its reasons, and the numbers of changes. */
export function resultLine(comparison: Comparison): string {
  const { result, worse, checks, observations, shapes, times } = comparison;
  const { newly, unselected } = failuresOf(comparison);
  const reasons = {
    'not-worse': [],
    worse,
    incomplete: ['the checks that the later run decided are not worse'],
    inconclusive: worse.length > 0 ? worse : ['the later run is inconclusive'],
  }[result];
  const summary = [
    `${thousands(newly.length)} newly failing`,
    ...(unselected.length > 0 ? [`${thousands(unselected.length)} failing and not selected before`] : []),
    `${thousands(checks.fixed.length)} fixed`,
    `${thousands(checks.inconclusive.length)} newly inconclusive`,
    `${counted(observations.length + shapes.length, 'change')} of unspecified behaviour`,
    `${counted(times.operations.length, 'significant time change')}`,
  ].join(', ');
  const why = reasons.length > 0 ? `${reasons.map(text).join('; ')} · ` : '';
  return `${result.toUpperCase().replace('-', ' ')}  ${why}${summary}`;
}
