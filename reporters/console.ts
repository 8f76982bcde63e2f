import type { Check, RunReport } from '../schemas/generated/touchstone.js';
import { areaTable } from './console/area-table.js';
import { type BlockStyle, findings } from './console/findings.js';
import { header } from './console/header.js';
import { type Paper, paper } from './console/paper.js';
import { power } from './console/power.js';
import { reasons } from './console/reasons.js';
import { restorationParts } from './console/restoration.js';
import { rootCauses, type Unexplained, unexplained } from './console/root-causes.js';
import { bullets, section } from './console/section.js';
import { verdict } from './console/verdict.js';
import { wrap } from './console/wrap.js';
import { exitCodeOf } from './exit-code.js';
import { staleEntries } from './headline.js';
import { incompleteFacts } from './incomplete-text.js';
import { counted, thousands } from './numbers.js';
import { acceptedWhy, isAccepted, isFailure, isWarning } from './outcomes.js';
import { isUnjudged } from './unjudged.js';

/** Column width of the labels of an incomplete run, and the maximum number of missing items listed per requirement. */
const LABEL = 17;
const MISSING = 20;
/** The maximum number of reasons for inconclusive checks that no root cause explains. */
const BRIEF = 3;

/** How a summary looks in a terminal. */
export interface ConsoleOptions {
  readonly color: boolean;
  /** In terminal columns. */
  readonly width: number;
}

/** How to print the summary of a run. */
interface SummaryOptions extends ConsoleOptions {
  /** The exit code of the command, if it is another than that of the run: a comparison with an earlier run decides. */
  readonly exitCode?: number;
}

/** The operations that the run selected but did not exercise, and those that its selection excludes. */
function leftOperations({ operations }: RunReport) {
  const inState = (wanted: string) => operations.filter(({ state }) => state === wanted);
  return { notExercised: inState('explained'), excluded: inState('excluded') };
}

/** The checks of exercised operations that were not run because an option is missing that allows them. */
function notAllowed({ checks, operations }: RunReport): Check[] {
  const exercised = new Set(operations.filter(({ state }) => state === 'exercised').map(({ id }) => id));
  return checks.filter(
    ({ outcome, operation, reason }) =>
      outcome === 'excluded' && exercised.has(operation) && reason?.startsWith('needs ') === true,
  );
}

/** Why the run is incomplete, when the errors began, and what is missing; empty for a complete run. */
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
    ...(one.missing.length > MISSING
      ? [`    and ${thousands(one.missing.length - MISSING)} more: see the JSON report`]
      : []),
  ]);
  return section('The run is incomplete', [...bullets([reason], on), ...facts, ...missing], on);
}

/** A section with the checks of one outcome, grouped by reason. */
function grouped(name: string, report: RunReport, outcome: Check['outcome'], on: Paper): string[] {
  const checks = report.checks.filter((check) => check.outcome === outcome);
  return section(`${name} (${thousands(checks.length)})`, reasons(checks, on), on);
}

/** The checks that were inconclusive or not applicable, and the operations without a result, by reason. */
function inconclusive(report: RunReport, on: Paper): string[] {
  const { notExercised, excluded } = leftOperations(report);
  const unallowed = notAllowed(report);
  return [
    ...grouped('Inconclusive', report, 'inconclusive', on),
    ...grouped('Not applicable', report, 'not-applicable', on),
    ...section(`Checks not run (${thousands(unallowed.length)})`, reasons(unallowed, on), on),
    ...section(`Operations not exercised (${thousands(notExercised.length)})`, reasons(notExercised, on), on),
    ...section(`Operations excluded (${thousands(excluded.length)})`, reasons(excluded, on), on),
  ];
}

/** The short form for a run with root causes, which explain most of the checks. */
function inconclusiveInShort(report: RunReport, { checks, following }: Unexplained, on: Paper): string[] {
  const own = checks.filter(({ outcome }) => outcome === 'inconclusive');
  const because =
    following.length === 0
      ? []
      : bullets([`${counted(following.length, 'check')} cannot be decided because of the root causes`], on);
  const { notExercised, excluded } = leftOperations(report);
  const unallowed = notAllowed(report).length;
  const others = [
    `${counted(report.checks.filter(({ outcome }) => outcome === 'not-applicable').length, 'check')} not applicable`,
    ...(unallowed === 0 ? [] : [`${counted(unallowed, 'check')} not run because an option is missing`]),
    `${counted(notExercised.length, 'operation')} not exercised`,
    ...(excluded.length === 0 ? [] : [`${thousands(excluded.length)} excluded`]),
  ];
  const lines = [...because, ...reasons(own, on, { most: BRIEF, examples: false })];
  return [
    ...section(`Inconclusive (${thousands(own.length + following.length)})`, lines, on),
    '',
    `${others.join(', ')}: see the JSON report.`,
  ];
}

/**
 * The summary of a run for a terminal, ending in a newline: areas by outcome, failures, warnings, inconclusive checks by
 * reason, and the verdict as the last line. Text from the target is escaped and truncated.
 */
export function renderConsole(
  report: RunReport,
  { color, width, exitCode = exitCodeOf(report) }: SummaryOptions,
): string {
  const on = paper(color, width);
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
  const failure: BlockStyle = { mark: '✗', paint: on.colors.red, full: true };
  const warning: BlockStyle = { mark: '!', paint: on.colors.yellow, full: false };
  const rest = unexplained(report);
  const causes = report.causes ?? [];
  // A valid request that is rejected comes before what follows from it.
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
  const observed = report.observations.length;
  const unjudged = isUnjudged(report);
  const lines = [
    ...header(report, on),
    ...(unjudged ? [] : ['', ...areaTable(report, on)]),
    ...section(`Root causes (${thousands(causes.length)})`, rootCauses(report, exchanges, on), on),
    ...section(
      `${causes.length === 0 ? 'Failures' : 'Other failures'} (${thousands(failures.length)})`,
      findings(failures, exchanges, failure, on),
      on,
    ),
    ...section(
      `${causes.length === 0 ? 'Warnings' : 'Other warnings'} (${thousands(warnings.length)}): ${because}`,
      findings(warnings, exchanges, warning, on),
      on,
    ),
    ...section(
      `Accepted (${thousands(accepted.length)}): known failures listed in the baseline`,
      reasons(accepted, on),
      on,
    ),
    ...section(`Baseline: remove or renew these entries (${thousands(stale.length)})`, bullets(stale, on), on),
    ...incomplete(report, on),
    ...grouped('Internal errors of touchstone', report, 'error', on),
    ...(unjudged ? [] : causes.length === 0 ? inconclusive(report, on) : inconclusiveInShort(report, rest, on)),
    ...power(report, on),
    ...section(`Notes (${thousands(report.warnings.length)})`, bullets(report.warnings, on), on),
    ...(observed === 0
      ? []
      : ['', `${counted(observed, 'observation')} of unspecified behaviour: see the JSON report.`]),
    ...restorationParts(report, on),
    '',
    ...verdict(report, exitCode, on),
  ];
  return `${lines.join('\n')}\n`;
}
