import type { WriteRule } from '../../../../engine/run/rule.js';
import { identity } from '../../../../engine/session/page.js';
import { isSameId } from '../../../../engine/session/same-id.js';
import type { Held } from '../../../../engine/writes/record-probe.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { plural } from '../../../../numbers/plural.js';
import { isBulkUpdate } from '../../applies.js';
import { carryOut, reportHit } from './filters.js';
import { assertChangesAlone } from './hundred-ids.js';
import { areTooMany, type Change, changedBy, changesOf, hit, hitBeside } from './wide-changes.js';

/** Fewer matches show nothing that a filter of two records does not. */
const FEWEST = 25;
/** A target that takes only some of many matches most likely takes 100. */
const USUAL_LIMIT = 100;
/** How many filters of texts, and how many of flags, are tried. */
const FILTERS = 3;
/** How many of the records that were left out are changed alone. */
const ALONE = 2;

/** An equality that many records match. */
interface Frequent {
  readonly name: string;
  readonly filter: string;
}

/** A filter that matches many records, with a change of some of them. */
interface Wide {
  readonly filter: string;
  readonly change: Change;
  readonly matched: readonly string[];
  /** The records that match and would change. */
  readonly changing: readonly Held[];
  /** The place of the last one of them among the matches. */
  readonly last: number;
}

/** Equalities that most records match, each from the most frequent value on: texts, then flags, which a list may not take. */
function frequent({ records }: WriteContext): Frequent[] {
  const counts = new Map<string, Frequent & { count: number; isText: boolean }>();
  for (const { before } of records)
    for (const [name, value] of Object.entries(before)) {
      const isText = typeof value === 'string' && /^[^'"\\]{1,200}$/u.test(value);
      if (!isText && typeof value !== 'boolean') continue;
      const filter = `${name} -eq ${isText ? `'${value}'` : value}`;
      counts.set(filter, { name, filter, isText, count: (counts.get(filter)?.count ?? 0) + 1 });
    }
  const many = [...counts.values()]
    .filter(({ count }) => count >= FEWEST)
    .toSorted((one, other) => other.count - one.count);
  return [true, false].flatMap((isText) => many.filter((one) => one.isText === isText).slice(0, FILTERS));
}

/** The changes of the records that a filter matches, not of what it compares; none if the list rejects it. */
async function changesUnder(context: WriteContext, { name, filter }: Frequent): Promise<Wide[]> {
  const operation = context.world.operation(context.kind.list);
  const list = await context.attempt(() => context.walk(100, { filter }, { operation, params: {} }));
  const matched = list === null || list.partial ? [] : list.items.map(identity);
  if (matched.length < FEWEST) return [];
  const changes = changesOf(context).filter(({ field }) => field !== name);
  return changes.map((change) => {
    const placed = changedBy(context, change).map((record) => ({
      record,
      place: matched.findIndex((id) => isSameId(id, record.id)),
    }));
    const found = placed.filter(({ place }) => place >= 0);
    const last = Math.max(-1, ...found.map(({ place }) => place));
    return { filter, change, matched, changing: found.map(({ record }) => record), last };
  });
}

/** The filter and the change of as few records as possible of which one is far behind in the list. */
async function widest(context: WriteContext): Promise<Wide> {
  const found: Wide[] = [];
  for (const filter of frequent(context)) {
    found.push(...(await changesUnder(context, filter)));
    if (found.some(({ last }) => last >= USUAL_LIMIT)) break;
  }
  const reach = ({ last }: Wide) => Math.min(last, USUAL_LIMIT);
  const [best] = found
    .filter(({ last }) => last >= FEWEST)
    .toSorted((one, other) => reach(other) - reach(one) || one.changing.length - other.changing.length);
  return best ?? context.lacksData(`no equality matches ${FEWEST} records, one of which can be changed`);
}

/** A bulk update with a filter that matches many records: it changes all of them, and no others. */
export const manyMatches: WriteRule = {
  id: 'bulk.filter-many',
  clause: 'bulk.filter',
  needs: [],
  records: 'all',
  appliesTo: isBulkUpdate,
  async write(context) {
    const { filter, change, matched, changing } = await widest(context);
    const ids = changing.map(({ id }) => id);
    const answer = await carryOut(context, change, filter, ids);
    const leftOut = (seen: readonly string[]) => ids.filter((id) => !seen.some((one) => isSameId(one, id)));
    const { value: seen } = await context.until(
      () => hit(context, change),
      (one) => leftOut(one).length === 0,
    );
    const missing = leftOut(seen);
    if (missing.length === ids.length) context.inconclusive(`a bulk update with the filter ${filter} changed nothing`);
    const others = seen.length > ids.length - missing.length ? await hitBeside(context, change, matched) : [];
    if (areTooMany(others, changedBy(context, change).length - ids.length))
      return reportHit(context, answer, { filter, change, others });
    if (!areTooMany(missing, ids.length)) return;
    await assertChangesAlone(
      context,
      missing.slice(-ALONE).map((id) => ({ id })),
      change,
    );
    const { field, value } = change;
    const message = `a bulk update with the filter ${filter}, which matches ${plural(matched.length, 'record')}, did not change ${field} of ${missing.length} of the ${ids.length} that it should have changed, such as ${missing.at(-1)}`;
    context.report(answer, { at: `/items/*/${field}`, expected: `${value}`, actual: `${!value}`, message });
  },
};
