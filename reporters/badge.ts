import { makeBadge } from 'badge-maker';
import type { RunReport } from '../schemas/generated/touchstone.js';
import { summaryOf } from '../schemas/run-summary.js';
import { headline } from './headline.js';
import { counted } from './numbers.js';

/** What a badge says, and its colour by a name that shields.io knows. */
interface Badge {
  readonly label: string;
  readonly message: string;
  readonly color: string;
}

/** The badge of a run: numbers and words of touchstone only, so that nothing of the target is in it. */
function badgeOf(report: RunReport): Badge {
  const { words, mood } = headline(report);
  const { failed, warnings, accepted } = summaryOf(report).checks;
  const unsure = words.startsWith('incomplete') ? 'yellow' : 'lightgrey';
  const color = { good: accepted > 0 ? 'yellow' : 'brightgreen', bad: 'red', unknown: unsure }[mood];
  const failing = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(report.selection.strict && warnings > 0 ? [counted(warnings, 'warning')] : []),
  ];
  const parts = [
    ...(mood === 'bad' && failing.length > 0 ? failing : [words]),
    ...(mood === 'bad' && failing.length > 0 && report.incomplete !== undefined ? ['incomplete'] : []),
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
    ...(mood === 'good' && warnings > 0 ? [counted(warnings, 'warning')] : []),
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
