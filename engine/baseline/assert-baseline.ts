import type { BaselineEntry } from '../../schemas/generated/touchstone.js';
import { suggest } from '../suggest.js';
import { UsageError } from '../usage-error.js';
import { type CheckName, concerns } from './concerns.js';
import { pattern } from './pattern.js';

/** Throws a UsageError for an entry that names no check that there is, or says what an entry before it says. */
export function assertBaseline(entries: readonly BaselineEntry[], checks: readonly CheckName[]): void {
  const first = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
    const place = `the baseline, /accepted/${index}`;
    const key = JSON.stringify([entry.check, entry.finding]);
    const known = first.get(key);
    if (known !== undefined) {
      throw new UsageError(`${place}: it says of the same as /accepted/${known}`, 'Keep one of the two.');
    }
    first.set(key, index);
    if (checks.some(concerns(entry))) continue;
    const named = checks.filter(({ id }) => pattern(entry.check)(id));
    if (named.length === 0) {
      const ids = checks.map(({ id }) => id);
      throw new UsageError(
        `${place}/check: no check matches ${JSON.stringify(entry.check)}`,
        `${suggest(entry.check, ids)} See \`touchstone list rules\`.`.trim(),
      );
    }
    throw new UsageError(
      `${place}/level: ${JSON.stringify(entry.check)} names checks of level ${named[0]?.level} only, and ${entry.level} is accepted`,
      named[0]?.level === 'gap' ? 'A gap is never a failure: remove the entry.' : 'Accept level must, or remove it.',
    );
  }
}
