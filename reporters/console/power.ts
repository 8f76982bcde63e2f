import type { RunReport } from '../../schemas/generated/touchstone.js';
import { counted } from '../numbers.js';
import { blindSpotText, powerSentences } from '../power-text.js';
import { terminalText } from '../terminal-text.js';
import { type Paper, paper } from './paper.js';
import { bullets, section } from './section.js';
import { wrap } from './wrap.js';

/** Blind spots that are listed, the largest first. */
const BLIND_SPOTS = 8;

/** Which deviations a run would notice, and its blind spots; empty if that was not measured. */
export function power({ power: measured }: RunReport, on: Paper): string[] {
  if (measured === undefined) return [];
  const { blindSpots } = measured;
  const shown = blindSpots.toSorted((one, other) => other.faults.length - one.faults.length).slice(0, BLIND_SPOTS);
  const more = blindSpots.length - shown.length;
  return section(
    'Power',
    [
      ...powerSentences(measured).flatMap((text) => wrap(text, on.width - 2).map((line) => `  ${line}`)),
      ...bullets(shown.map(blindSpotText), on),
      ...(more > 0 ? [`    and ${counted(more, 'more blind spot')}: see the JSON report`] : []),
    ],
    on,
  );
}

/** The power of a run as text that ends in a newline, without the rest of its summary; why not, if it was not measured. */
export function renderPower(report: RunReport, color: boolean, width: number): string {
  const lines = power(report, paper(color, width)).slice(1);
  if (lines.length > 0) return `${lines.join('\n')}\n`;
  return `NOT MEASURED  ${terminalText(report.verdictReason, 500)}\n`;
}
