import type { Progress } from '../engine/target/options.js';
import { terminalText } from '../reporters/terminal-text.js';

/** Which checks are printed as they are decided. */
export type CheckLines = 'none' | 'failures' | 'all';

/** The maximum length of the first difference, in characters; the reports have all of it. */
const LENGTH = 300;
const WORDS = {
  pass: 'PASS',
  fail: 'FAIL',
  inconclusive: 'INCONCLUSIVE',
  'not-applicable': 'NOT APPLICABLE',
  excluded: 'EXCLUDED',
  error: 'ERROR',
} as const;

/** The line of a check that has just been decided, with its newline; `null` if it is not to be printed. */
export function checkLine({ check, result }: Progress, strict: boolean, lines: CheckLines): string | null {
  if (result === undefined || lines === 'none') return null;
  const { outcome, level, accepted, text } = result;
  const isWarning = outcome === 'fail' && level !== 'must' && !strict;
  const counts = (outcome === 'fail' && !accepted && !isWarning) || outcome === 'error';
  if (lines === 'failures' && !counts) return null;
  const word = outcome === 'fail' && accepted ? 'ACCEPTED' : isWarning ? 'WARNING' : WORDS[outcome];
  return `touchstone: ${word} ${check}${text === null ? '' : `: ${terminalText(text, LENGTH)}`}\n`;
}
