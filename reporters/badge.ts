import { makeBadge } from 'badge-maker';
import type { RunReport } from '../schemas/generated/touchstone.js';
import { summaryOf } from '../schemas/run-summary.js';
import { headline } from './headline.js';
import { counted, thousands } from './numbers.js';
import { powerPercentage } from './power-text.js';

/** The text of a badge, and its colour as a shields.io colour name. */
interface Badge {
  readonly label: string;
  readonly message: string;
  readonly color: string;
}

/** The badge of a run. It contains touchstone's own words and numbers only, never text from the target. */
function badgeOf(report: RunReport): Badge {
  const { words, mood } = headline(report);
  const { failed, warnings, accepted } = summaryOf(report).checks;
  const unsure = words.startsWith('incomplete') ? 'yellow' : 'lightgrey';
  const color = { good: accepted > 0 ? 'yellow' : 'brightgreen', bad: 'red', unknown: unsure }[mood];
  const failing = [
    ...(failed > 0 ? [`${thousands(failed)} failed`] : []),
    ...(report.selection.strict && warnings > 0 ? [counted(warnings, 'warning')] : []),
  ];
  const parts = [
    ...(mood === 'bad' && failing.length > 0 ? failing : [words]),
    ...(mood === 'bad' && failing.length > 0 && report.incomplete !== undefined ? ['incomplete'] : []),
    ...(accepted > 0 ? [`${thousands(accepted)} accepted`] : []),
    ...(mood === 'good' && warnings > 0 ? [counted(warnings, 'warning')] : []),
    ...(report.power === undefined ? [] : [`power ${powerPercentage(report.power)}`]),
  ];
  return { label: 'conformance', message: parts.join(', '), color };
}

/** The result of a run as an SVG badge. */
export function renderBadge(report: RunReport): string {
  return `${makeBadge({ ...badgeOf(report) })}\n`;
}

/** The result of a run as JSON for the endpoint badge of shields.io. */
export function renderShields(report: RunReport): string {
  return `${JSON.stringify({ schemaVersion: 1, ...badgeOf(report) }, null, 2)}\n`;
}
