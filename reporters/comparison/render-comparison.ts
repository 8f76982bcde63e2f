import type { RunReport } from '../../schemas/generated/touchstone.js';
import { groupBy } from '../group-by.js';
import { counted } from '../numbers.js';
import { terminalText } from '../terminal-text.js';
import type { NewFailure } from './checks.js';
import type { Comparison } from './compare-reports.js';
import type { TimeChange } from './times.js';

const SHOWN = 300;
/** How many lines a section has, at most. */
const LINES = 60;
/** How many times as long a whole run takes before that is told. */
const TELLING = 1.2;

const text = (value: string) => terminalText(value, SHOWN);

function section(heading: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - LINES;
  return [
    '',
    `${heading} (${lines.length})`,
    ...lines.slice(0, LINES).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

/** `getUsers`, or `getUsers and 3 more`. */
function where([first, ...others]: readonly string[]): string {
  return others.length === 0 ? (first ?? '') : `${first} and ${others.length} more`;
}

function failureLine({ check, was, findings, worse }: NewFailure): string {
  const [first] = findings;
  const what =
    first === undefined
      ? ''
      : `: ${text(first.message)} Expected ${text(first.expected)}, actual ${text(first.actual)} at ${text(first.at)}`;
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : '';
  const before = was === 'fail' ? 'failed in another way' : `was ${was}`;
  const mild = worse ? '' : check.level === 'must' ? ', accepted' : `, level ${check.level}`;
  return `${check.id} (${before}${mild})${what}${more}`;
}

const ms = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0));

function timeLine({ operation, before, after, p, slower }: TimeChange): string {
  const chance = p < 0.0001 ? 'p < 0.0001' : `p = ${p.toFixed(4)}`;
  const pairs = slower >= 0.5 ? `slower in ${Math.round(slower * 100)}` : `faster in ${Math.round((1 - slower) * 100)}`;
  return `${operation}: median ${ms(after.median)} ms, was ${ms(before.median)} ms; 95 of 100 within ${ms(after.p95)} ms, were ${ms(before.p95)} ms (Mann-Whitney U over ${before.count} and ${after.count} answers: ${chance}, ${pairs} of 100 pairs beside the whole run)`;
}

/** What there is to say of the times of the whole run; nothing where they are about the same. */
function overallLine(overall: number | null): string[] {
  if (overall === null || (overall < TELLING && overall > 1 / TELLING)) return [];
  const times = overall > 1 ? `${overall.toFixed(1)} times as long` : `${(1 / overall).toFixed(1)} times as short`;
  return [
    '',
    `Answers take ${times} in the whole run (the median over its operations): the target, the way to it or this machine.`,
  ];
}

/** Changes of the same kind once, with the operations that have them. */
function grouped<Change extends { readonly operation: string }>(
  changes: readonly Change[],
  tell: (change: Change) => string,
): string[] {
  return [...groupBy(changes, tell)].map(
    ([told, alike]) => `${where(alike.map(({ operation }) => operation))}: ${told}`,
  );
}

function said(values: readonly string[]): string {
  return values.length === 0 ? 'nothing' : values.map((value) => `"${text(value)}"`).join(' and ');
}

/**
 * A comparison of two runs as text, with a newline at its end and what it comes to in the last line. What comes from the
 * target is escaped and cut.
 */
export function renderComparison(comparison: Comparison, after: RunReport): string {
  const { worse, notes, checks, lost, observations, shapes, times } = comparison;
  const titles = new Map(after.checks.map((check) => [check.clause, check.title]));
  const lines = [
    ...section('Not the same in both runs', notes.map(text)),
    ...section('Newly failing', checks.failing.map(failureLine)),
    ...section(
      'Fixed',
      checks.fixed.map(({ id }) => id),
    ),
    ...section(
      'Not exercised any more',
      lost.map(({ id, reason }) => `${id}: ${text(reason ?? 'no reason given')}`),
    ),
    ...section(
      'Newly inconclusive',
      checks.inconclusive.map(({ id, outcome, reason }) => `${id} (${outcome}): ${text(reason ?? 'no reason given')}`),
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
      'Done otherwise where the document is silent',
      grouped(
        observations,
        ({ clause, was, is }) => `${titles.get(clause) ?? clause} (${clause}): was ${said(was)}, is ${said(is)}`,
      ),
    ),
    ...section(
      'Fields seen otherwise, within the document',
      grouped(shapes, ({ field, was, is }) => `${text(field)}: was ${text(was)}, is ${text(is)}`),
    ),
    ...section(
      'Answer times beyond noise; they make no run worse, because the document promises none',
      times.operations.map(timeLine),
    ),
  ];
  const whole = overallLine(times.overall);
  const told = [
    `${checks.failing.length} newly failing`,
    `${checks.fixed.length} fixed`,
    `${checks.inconclusive.length} newly inconclusive`,
    `${counted(observations.length + shapes.length, 'change')} where the document is silent`,
    `${times.operations.length} beyond noise in time`,
  ].join(', ');
  const body = [...lines, ...whole];
  const fine = after.incomplete === undefined ? 'NOT WORSE' : 'INCOMPLETE  what the later run decided is not worse';
  const end = worse.length > 0 ? `WORSE  ${worse.map(text).join('; ')} · ${told}` : `${fine}  ${told}`;
  return `${[...body.slice(1), ...(body.length > 0 ? [''] : []), end].join('\n')}\n`;
}
