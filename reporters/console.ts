import type { Check, RunReport } from '../schemas/generated/touchstone.js';
import { areaTable } from './console/area-table.js';
import { findings, type Manner } from './console/findings.js';
import { header } from './console/header.js';
import { type Paper, paper } from './console/paper.js';
import { reasons } from './console/reasons.js';
import { leftovers, putBack } from './console/restoration.js';
import { rootCauses, type Unexplained, unexplained } from './console/root-causes.js';
import { verdict } from './console/verdict.js';
import { wrap } from './console/wrap.js';
import { staleEntries } from './headline.js';
import { incompleteFacts } from './incomplete-text.js';
import { counted } from './numbers.js';
import { acceptedWhy, isAccepted, isFailure, isWarning } from './outcomes.js';
import { terminalText } from './terminal-text.js';

/** The width of the labels of an incomplete run, and how many missing things are listed of a requirement. */
const LABEL = 17;
const MISSING = 20;
/** Reasons that are shown of what is inconclusive in addition to what a root cause explains. */
const BRIEF = 3;

/** How the summary is set: with ANSI colours or without, and its width in characters. */
export interface ConsoleOptions {
  readonly color: boolean;
  readonly width: number;
}

/** A part under its heading; nothing where the part has no lines. */
function section(heading: string, lines: readonly string[], { colors }: Paper): string[] {
  if (lines.length === 0) return [];
  return ['', colors.underline(heading), '', ...(lines.at(-1) === '' ? lines.slice(0, -1) : lines)];
}

function notExercised(report: RunReport) {
  return report.operations.filter((operation) => operation.state !== 'exercised');
}

function bullets(texts: readonly string[], { colors, width }: Paper): string[] {
  return texts.flatMap((text) =>
    wrap(terminalText(text, 500), width - 4).map((line, index) =>
      index === 0 ? `  ${colors.yellow('!')} ${line}` : `    ${line}`,
    ),
  );
}

/** What has become of the records that were written to; nothing where nothing was to be written. */
function restored({ restoration }: RunReport, on: Paper): string[] {
  if (restoration === undefined) return [];
  const { left, undo } = restoration;
  const again = undo === undefined ? [] : [`Try again with: ${terminalText(undo, 2000)}`];
  const told = [...putBack(restoration), ...again];
  return [
    ...section(`NOT PUT BACK (${left.length})`, leftovers(left, on), on),
    ...(told.length === 0 ? [] : ['', ...told]),
  ];
}

/** Why the run is incomplete, when that began, and what is missing; nothing for a complete run. */
function incomplete(report: RunReport, on: Paper): string[] {
  if (report.incomplete === undefined) return [];
  const { colors, width } = on;
  const { reason, unmet } = report.incomplete;
  const facts = incompleteFacts(report).flatMap(({ label, text }) => {
    // A command stays on one line, so that it can be copied.
    const lines = label === 'Next' ? [text] : wrap(text, width - LABEL);
    return lines.map((line, index) =>
      index === 0 ? `  ${colors.dim(label.padEnd(LABEL - 2))}${line}` : ' '.repeat(LABEL) + line,
    );
  });
  const missing = unmet.flatMap((one) => [
    `  missing for ${one.requirement}:`,
    ...one.missing.slice(0, MISSING).map((id) => `    ${id}`),
    ...(one.missing.length > MISSING ? [`    and ${one.missing.length - MISSING} more: see the JSON report`] : []),
  ]);
  return section('The run is incomplete', [...bullets([reason], on), ...facts, ...missing], on);
}

/** A part that groups checks of an outcome by reason. */
function grouped(name: string, report: RunReport, outcome: Check['outcome'], on: Paper): string[] {
  const checks = report.checks.filter((check) => check.outcome === outcome);
  return section(`${name} (${checks.length})`, reasons(checks, on), on);
}

/** What was not decided, not applicable or not exercised, by reason. */
function inconclusive(report: RunReport, on: Paper): string[] {
  const left = notExercised(report);
  return [
    ...grouped('Inconclusive', report, 'inconclusive', on),
    ...grouped('Not applicable', report, 'not-applicable', on),
    ...section(`Operations not exercised (${left.length})`, reasons(left, on), on),
  ];
}

/** The same of a run with root causes, in short: what matters stands above, and the causes explain most of it. */
function inconclusiveInShort(report: RunReport, { checks, following }: Unexplained, on: Paper): string[] {
  const own = checks.filter(({ outcome }) => outcome === 'inconclusive');
  const because =
    following.length === 0
      ? []
      : bullets([`${counted(following.length, 'check')} cannot be decided because of the root causes`], on);
  const others = [
    `${counted(report.checks.filter(({ outcome }) => outcome === 'not-applicable').length, 'check')} not applicable`,
    `${counted(notExercised(report).length, 'operation')} not exercised`,
  ];
  const lines = [...because, ...reasons(own, on, { most: BRIEF, examples: false })];
  return [
    ...section(`Inconclusive (${own.length + following.length})`, lines, on),
    '',
    `${others.join(', ')}: see the JSON report.`,
  ];
}

/**
 * The summary of a run for a person at a terminal, with a newline at its end: areas by outcome, failures, warnings,
 * what was not decided and why, and the verdict as the last line. What comes from the target is escaped and cut.
 */
export function renderConsole(report: RunReport, { color, width }: ConsoleOptions): string {
  const on = paper(color, width);
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
  const failure: Manner = { mark: '✗', paint: on.colors.red, full: true };
  const warning: Manner = { mark: '!', paint: on.colors.yellow, full: false };
  const rest = unexplained(report);
  const causes = report.causes ?? [];
  // A valid request that is refused comes before what follows from it.
  const isFirst = ({ rule }: Check) => rule === 'answers.success-status';
  const failures = rest.checks
    .filter(isFailure)
    .toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
  const warnings = rest.checks.filter(isWarning);
  const because = report.selection.strict ? 'they fail a strict run' : 'not required by the document';
  const accepted = report.checks.filter(isAccepted).map(({ id, findings: [first] }) => ({
    id,
    reason: first === undefined ? null : acceptedWhy(first),
  }));
  const stale = staleEntries(report);
  const silent = report.observations.length;
  const lines = [
    ...header(report, on),
    '',
    ...areaTable(report, on),
    ...section(`Root causes (${causes.length})`, rootCauses(report, exchanges, on), on),
    ...section(
      `${causes.length === 0 ? 'Failures' : 'Other failures'} (${failures.length})`,
      findings(failures, exchanges, failure, on),
      on,
    ),
    ...section(
      `${causes.length === 0 ? 'Warnings' : 'Other warnings'} (${warnings.length}): ${because}`,
      findings(warnings, exchanges, warning, on),
      on,
    ),
    ...section(
      `Accepted (${accepted.length}): they fail, and the baseline says why that is known`,
      reasons(accepted, on),
      on,
    ),
    ...section(`Baseline: remove or renew these entries (${stale.length})`, bullets(stale, on), on),
    ...incomplete(report, on),
    ...grouped('Errors of touchstone itself', report, 'error', on),
    ...(causes.length === 0 ? inconclusive(report, on) : inconclusiveInShort(report, rest, on)),
    ...section(`Notes (${report.warnings.length})`, bullets(report.warnings, on), on),
    ...(silent === 0
      ? []
      : ['', `${counted(silent, 'observation')} where the document is silent: see the JSON report.`]),
    ...restored(report, on),
    '',
    ...verdict(report, on),
  ];
  return `${lines.join('\n')}\n`;
}
