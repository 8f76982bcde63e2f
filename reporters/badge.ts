import { makeBadge } from 'badge-maker';
import type { RunReport } from '../schemas/generated/touchstone.js';
import { headline, tally } from './headline.js';
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
  const { failed, reservations, accepted } = tally(report);
  const color = { good: accepted > 0 ? 'yellow' : 'brightgreen', bad: 'red', unknown: 'lightgrey' }[mood];
  const parts = [
    mood === 'bad' && failed > 0 ? `${failed} failed` : words,
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
    ...(mood === 'good' && reservations > 0 ? [counted(reservations, 'reservation')] : []),
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
