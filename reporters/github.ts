import type { Check, RunReport } from '../schemas/generated/touchstone.js';
import { checkText } from './check-text.js';
import { headline, staleEntries } from './headline.js';
import { incompleteFacts } from './incomplete-text.js';
import { acceptedWhy, counts, isAccepted, isFailure, isWarning } from './outcomes.js';
import { terminalText } from './terminal-text.js';

/** GitHub shows ten annotations of a kind for a step, and drops the others without a word. */
const SHOWN = 10;
/** How long the text of an annotation is, at most: GitHub cuts longer ones. */
const LENGTH = 4000;

type Kind = 'error' | 'warning' | 'notice';

interface Annotation {
  readonly title: string;
  readonly text: string;
}

const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Annotations as workflow commands; where there are more than GitHub shows, the last one says how many. */
function commands(kind: Kind, annotations: readonly Annotation[]): string[] {
  const left = annotations.length - SHOWN;
  const shown =
    left <= 0
      ? annotations
      : [
          ...annotations.slice(0, SHOWN - 1),
          { title: 'touchstone', text: `and ${left + 1} more of this kind: see the other reports of this run` },
        ];
  return shown.map(({ title, text }) => {
    const long = text.length > LENGTH ? `${text.slice(0, LENGTH).replace(/[\ud800-\udbff]$/, '')}…` : text;
    return `::${kind} title=${property(terminalText(title, 200))}::${data(long)}`;
  });
}

/** That a run is incomplete, with what is known of it. */
function incompleteOf(report: RunReport, reason: string): Annotation {
  const facts = incompleteFacts(report).map(({ label, text }) => `${label}: ${text}`);
  return { title: 'touchstone: incomplete', text: [terminalText(reason), ...facts].join('\n') };
}

/**
 * The run report as workflow commands of GitHub Actions, which shows them as annotations: errors for what makes the run
 * red, warnings for warnings, notices for what is accepted.
 */
export function renderGithub(report: RunReport): string {
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
  const told = (check: Check): Annotation => ({ title: check.id, text: checkText(check, exchanges) });
  const { words, mood, reason } = headline(report);
  const summary = { title: `touchstone: ${words}`, text: terminalText(reason) };
  const red = [...report.checks.filter(isFailure), ...report.checks.filter(isWarning)].filter((check) =>
    counts(check, report),
  );
  const stale = staleEntries(report).map((text) => ({ title: 'touchstone: baseline', text: terminalText(text) }));
  const blocks = report.gate?.state === 'red';
  const accepted = report.checks.filter(isAccepted).map((check) => ({
    title: `${check.id} (accepted)`,
    text: terminalText(check.findings.map(acceptedWhy)[0] ?? 'accepted by the baseline'),
  }));
  // What the target did not answer is no error of its code: the warning says it.
  const unfinished = report.incomplete !== undefined && mood === 'unknown';
  const lines = [
    ...commands('error', [
      ...(mood === 'good' || unfinished ? [] : [summary]),
      ...red.map(told),
      ...(blocks ? stale : []),
    ]),
    ...commands('warning', [
      ...(report.incomplete === undefined ? [] : [incompleteOf(report, report.incomplete.reason)]),
      ...(report.selection.strict ? [] : report.checks.filter(isWarning).map(told)),
    ]),
    ...commands('notice', [...(mood === 'good' ? [summary] : []), ...(blocks ? [] : stale), ...accepted]),
  ];
  return `${lines.join('\n')}\n`;
}
