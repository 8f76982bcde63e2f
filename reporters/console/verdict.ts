import type { RunReport } from '../../schemas/generated/touchstone.js';
import { exitCodeOf } from '../exit-code.js';
import { headline } from '../headline.js';
import { counted, duration, thousands } from '../numbers.js';
import { count, isAccepted, isFailure, isReservation } from '../outcomes.js';
import { terminalText } from '../terminal-text.js';
import type { Paper } from './paper.js';

function checked({ checks }: RunReport): string {
  return [
    `${thousands(count(checks, (check) => check.outcome === 'pass'))} passed`,
    `${thousands(count(checks, isFailure))} failed`,
    ...(checks.some(isAccepted) ? [`${thousands(count(checks, isAccepted))} accepted`] : []),
    counted(count(checks, isReservation), 'reservation'),
    `${thousands(count(checks, (check) => check.outcome === 'inconclusive' || check.outcome === 'error'))} undecided`,
  ].join(', ');
}

function covered({ operations }: RunReport): string {
  const excluded = operations.filter((operation) => operation.state === 'excluded').length;
  const covered = `${operations.length - excluded} of ${operations.length} operations exercised or explained`;
  return excluded === 0 ? covered : `${covered}, ${excluded} excluded`;
}

/** Why the run comes to what it does, then that in one line that says all, with the exit code. */
export function verdict(report: RunReport, { colors }: Paper): string[] {
  const { words, mood, reason } = headline(report);
  const paint = { good: colors.green, bad: colors.red, unknown: colors.yellow }[mood];
  const requests = `${counted(report.requests.sent, 'request')} in ${duration(report.durationMs)}`;
  const parts = [checked(report), covered(report), requests, `exit ${exitCodeOf(report)}`];
  return [terminalText(reason), `${colors.bold(paint(words.toUpperCase()))}  ${parts.join(' · ')}`];
}
