import { partsOf } from '../../engine/report/baseline/entry-parts.js';
import { counted } from '../../reporters/numbers.js';
import type { BaselineEntry } from '../../schemas/generated/touchstone.js';
import { placeName } from '../../schemas/json-pointer.js';
import type { RenewedEntry } from './renew-baseline.js';

/** The changes of an update, one line each, then the number of kept entries and the expired ones. */
export function renewalLines(
  entries: readonly RenewedEntry[],
  added: readonly BaselineEntry[],
  now: Date = new Date(),
): string[] {
  const today = now.toISOString().slice(0, 10);
  const kept = entries.flatMap(({ is }) => is ?? []);
  const expired = kept.filter(({ expires }) => expires < today);
  return [
    ...entries.flatMap(({ was, is, gone }) => {
      const what = is === null ? `removed   ${where(was)}, no longer found` : `narrowed  ${where(was)}`;
      const over =
        is === null ? [] : gone.map(({ check, finding }) => `  no longer found: ${check} at ${placeName(finding)}`);
      return gone.length === 0 ? [] : [`${what} (${whyOf(was)})`, ...over];
    }),
    ...added.map((entry) => `added     ${where(entry)} (${whyOf(entry)})`),
    `kept      ${counted(kept.length, 'entry', 'entries')}, reasons and last days unchanged`,
    ...expired.map((entry) => `expired   ${where(entry)} (${whyOf(entry)}): remove it, or set a later day`),
  ];
}

function where(entry: BaselineEntry): string {
  const [first, ...others] = partsOf(entry);
  const more = others.length === 0 ? '' : ` and ${counted(others.length, 'more place', 'more places')}`;
  return first === undefined ? 'nothing' : `${first.check} at ${placeName(first.finding)}${more}`;
}

function whyOf({ reason, ticket, expires }: BaselineEntry): string {
  return `${reason}${ticket === undefined ? '' : `, ${ticket}`}, until ${expires}`;
}
