import type { BaselineEntry } from '../../../schemas/generated/touchstone.js';
import { placeName } from '../../../schemas/json-pointer.js';
import { suggest } from '../../target/suggest.js';
import { UsageError } from '../../target/usage-error.js';
import { type CheckName, concerns } from './concerns.js';
import { type EntryPart, partsOf } from './entry-parts.js';
import { pattern } from './pattern.js';

/** Throws a UsageError for an entry that matches no check, or that repeats an earlier entry. */
export function assertBaseline(entries: readonly BaselineEntry[], checks: readonly CheckName[]): void {
  const first = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
    const place = `the baseline, /accepted/${index}`;
    const parts = partsOf(entry);
    if (parts.length === 0) {
      throw new UsageError(
        `${place}: it must have either "check" and "finding", or "findings"`,
        'Write "check" and "finding", or "findings" with a list of places for each check.',
      );
    }
    for (const part of parts) {
      const key = JSON.stringify([part.check, part.finding]);
      const known = first.get(key);
      if (known === index) {
        throw new UsageError(
          `${place}: ${placeName(part.finding)} is listed twice for ${part.check}`,
          'Keep one of the two.',
        );
      }
      if (known !== undefined) {
        throw new UsageError(`${place}: it duplicates /accepted/${known}`, 'Keep one of the two.');
      }
      first.set(key, index);
    }
    for (const part of parts) assertPart(part, entry.level, `${place}${placeIn(entry, part)}`, place, checks);
  }
}

/** The place of the checks of a part within an entry, as a JSON Pointer. */
function placeIn({ findings }: BaselineEntry, { check }: EntryPart): string {
  return findings === undefined ? '/check' : `/findings/${check.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function assertPart(
  part: EntryPart,
  level: BaselineEntry['level'],
  place: string,
  entryPlace: string,
  checks: readonly CheckName[],
): void {
  if (checks.some(concerns(part, level))) return;
  const named = checks.filter(({ id }) => pattern(part.check)(id));
  if (named.length === 0) {
    const ids = checks.map(({ id }) => id);
    throw new UsageError(
      `${place}: no check matches ${JSON.stringify(part.check)}`,
      `${suggest(part.check, ids)} See \`touchstone list rules\`.`.trim(),
    );
  }
  throw new UsageError(
    `${entryPlace}/level: ${JSON.stringify(part.check)} names checks of level ${named[0]?.level} only, and ${level} is accepted`,
    named[0]?.level === 'gap' ? 'A gap is never a failure: remove the entry.' : 'Accept level must, or remove it.',
  );
}
