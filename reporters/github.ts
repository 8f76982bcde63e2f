import type { Check, RunReport } from '../schemas/generated/touchstone.js';
import { checkText } from './check-text.js';
import { headline, staleEntries } from './headline.js';
import { incompleteFacts } from './incomplete-text.js';
import { thousands } from './numbers.js';
import { acceptedWhy, counts, isAccepted, isFailure, isWarning } from './outcomes.js';
import { terminalText } from './terminal-text.js';

/** GitHub shows ten annotations of a kind per step and silently drops the others. */
const SHOWN = 10;
/** Maximum length of an annotation's text; GitHub truncates longer ones. */
const LENGTH = 4000;

type Kind = 'error' | 'warning' | 'notice';

interface Annotation {
  readonly title: string;
  readonly text: string;
}

const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Annotations as workflow commands; if there are more than GitHub shows, the last one counts the rest. */
function commands(kind: Kind, annotations: readonly Annotation[]): string[] {
  const left = annotations.length - SHOWN;
  const shown =
    left <= 0
      ? annotations
      : [
          ...annotations.slice(0, SHOWN - 1),
          {
            title: 'touchstone',
            text: `and ${thousands(left + 1)} more of this kind: see the other reports of this run`,
          },
        ];
  return shown.map(({ title, text }) => {
    const long = text.length > LENGTH ? `${text.slice(0, LENGTH).replace(/[\ud800-\udbff]$/, '')}…` : text;
    return `::${kind} title=${property(terminalText(title, 200))}::${data(long)}`;
  });
}

/** An annotation that reports an incomplete run. */
function incompleteAnnotation(report: RunReport, reason: string): Annotation {
  const facts = incompleteFacts(report).map(({ label, text }) => `${label}: ${text}`);
  return { title: 'touchstone: incomplete', text: [terminalText(reason), ...facts].join('\n') };
}

/**
 * The run report as GitHub Actions workflow commands, shown as annotations: errors for failures that turn the run red,
 * warnings for warnings, notices for accepted failures.
 */
export function renderGithub(report: RunReport): string {
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
  const annotationOf = (check: Check): Annotation => ({ title: check.id, text: checkText(check, exchanges) });
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
  // Missing responses are not an error in the target's code; the warning reports them.
  const unfinished = report.incomplete !== undefined && mood === 'unknown';
  const lines = [
    ...commands('error', [
      ...(mood === 'good' || unfinished ? [] : [summary]),
      ...red.map(annotationOf),
      ...(blocks ? stale : []),
    ]),
    ...commands('warning', [
      ...(report.incomplete === undefined ? [] : [incompleteAnnotation(report, report.incomplete.reason)]),
      ...(report.selection.strict ? [] : report.checks.filter(isWarning).map(annotationOf)),
    ]),
    ...commands('notice', [...(mood === 'good' ? [summary] : []), ...(blocks ? [] : stale), ...accepted]),
  ];
  return `${lines.join('\n')}\n`;
}
