import { headline } from '../../reporters/headline.js';
import { counted, duration } from '../../reporters/numbers.js';
import { counts } from '../../reporters/outcomes.js';
import { terminalText } from '../../reporters/terminal-text.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';

/** The maximum number of checks in a line about a run. */
const SHOWN = 10;

/** The ids of the checks whose failure counts. */
export function failuresOf(report: RunReport): string[] {
  return report.checks.filter((check) => counts(check, report)).map(({ id }) => id);
}

/**
 * The lines of a run: when, its result and why, and the checks that have begun to fail or no longer fail since the run
 * before, whose failures are `before`.
 */
export function runLines(report: RunReport, before: readonly string[]): string {
  const { words, reason } = headline(report);
  const failures = failuresOf(report);
  const cost = `${counted(report.requests.sent, 'request')} in ${duration(report.durationMs)}`;
  const changes = [
    listed(
      'now failing',
      failures.filter((id) => !before.includes(id)),
    ),
    listed(
      'no longer failing',
      before.filter((id) => !failures.includes(id)),
    ),
  ];
  const first = `${report.startedAt} ${words}: ${terminalText(reason)} (${cost})`;
  return [first, ...changes.flat()].map((line) => `${line}\n`).join('');
}

function listed(what: string, ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  const more = ids.length > SHOWN ? [`${ids.length - SHOWN} more`] : [];
  return [`  ${what}: ${[...ids.slice(0, SHOWN), ...more].join(', ')}`];
}
