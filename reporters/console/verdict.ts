import type { RunReport } from '../../schemas/generated/touchstone.js';
import { headline } from '../headline.js';
import { summaryWords } from '../summary-words.js';
import { terminalText } from '../terminal-text.js';
import type { Paper } from './paper.js';

/** The reason for the verdict, then one line with the verdict, the figures and the exit code. */
export function verdict(report: RunReport, exitCode: number, { colors }: Paper): string[] {
  const { words, mood, reason } = headline(report);
  const paint = { good: colors.green, bad: colors.red, unknown: colors.yellow }[mood];
  const parts = [...summaryWords(report), `exit ${exitCode}`];
  return [terminalText(reason), `${colors.bold(paint(words.toUpperCase()))}  ${parts.join(' · ')}`];
}
