import type { WriteRule } from '../../../../engine/run/rule.js';
import { DEFAULT_SIZE } from '../../../../engine/session/ask-context.js';
import { identity, type JsonRecord, type Walk } from '../../../../engine/session/page.js';
import { isSameId } from '../../../../engine/session/same-id.js';
import { sameJson } from '../../../../engine/session/validation.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isUpdate, takes } from '../../applies.js';
import { type Expected, isSuccess, readUntil } from '../compare.js';
import { otherFlags, otherReferences, updateWith } from './changes.js';

/** The fewest records with a value, and with other values: a few may be together by chance. */
const ENOUGH = 2;
/** How many fields the list is sorted by. */
const FIELDS = 2;

/** A list in the order of a field before an update that sets it. */
interface Sorted {
  readonly field: string;
  readonly before: Walk;
}

export const sorted: WriteRule = {
  id: 'updates.sorted',
  clause: 'updates.listed',
  needs: [],
  records: 1,
  // What other checks change would move other records.
  watches: true,
  appliesTo: isUpdate,
  async write(context) {
    const { record } = context;
    const { categoryName } = await otherReferences(context, record);
    const category: Expected = categoryName === undefined ? {} : { categoryName };
    const flags = otherFlags(context, record);
    const lists = await sortedLists(context, { ...category, ...flags });
    if (lists.length === 0)
      context.lacksData('no sort by a field that updates set groups the records of a complete list');
    const { changes, answer } = await updateWith(context, record, flags, [category]);
    if (!isSuccess(answer)) context.inconclusive(`the update returned ${answer.summary} (see updates.effect)`);
    const { held } = await readUntil(context, record, changes);
    if (!held) context.inconclusive('reads do not show the update (see updates.effect)');
    let decided = 0;
    for (const list of lists.filter(({ field }) => field in changes))
      if (await reportSorted(context, list, changes)) decided += 1;
    if (decided === 0) context.inconclusive('no sorted list shows the update (see updates.listed)');
  },
};

/** The list of the records that the check writes to, in the order of a field; `null` if it cannot be read completely. */
async function sortedBy(context: WriteContext, field: string): Promise<Walk | null> {
  const options = { operation: context.world.operation(context.kind.list), params: {} };
  const query = { sort: `${field}:asc` };
  const { status } = await context.ask({ ...query, page_size: DEFAULT_SIZE }, options);
  const list = status === 200 ? await context.attempt(() => context.walk(DEFAULT_SIZE, query, options)) : null;
  return list?.partial === false ? list : null;
}

/**
 * Lists whose order groups the records by a field, in which some have the value that the update sets, and some do not. A list
 * that is in the same order without the sort shows nothing: the target may ignore it.
 */
async function sortedLists(context: WriteContext, changes: Expected): Promise<Sorted[]> {
  const { record } = context;
  const list = context.world.operation(context.kind.list);
  if (!takes('sort')(list)) return [];
  const unsorted = (await context.walk(DEFAULT_SIZE, {}, { operation: list, params: {} })).items.map(identity);
  const found: Sorted[] = [];
  for (const [field, value] of Object.entries(changes)) {
    const before = found.length < FIELDS ? await sortedBy(context, field) : null;
    const items = before?.items ?? [];
    const others = items.filter(({ id }) => !isSameId(id, record.id)).map((item) => item[field]);
    const same = others.filter((other) => other === value).length;
    const isTelling = Math.min(same, others.length - same) >= ENOUGH && !sameJson(items.map(identity), unsorted);
    if (before !== null && isTelling && areGrouped(items.map((item) => item[field]))) found.push({ field, before });
  }
  return found;
}

/** Whether equal values follow each other, as in every order. */
function areGrouped(values: readonly unknown[]): boolean {
  const starts = values.filter((value, at) => at === 0 || value !== values[at - 1]);
  return new Set(starts).size === starts.length;
}

/**
 * Reports an order in which an updated record is where its old value belongs: it may come from an index that updates do not
 * reach. Returns whether the sorted list shows the record with its new value.
 */
async function reportSorted(context: WriteContext, { field, before }: Sorted, changes: Expected): Promise<boolean> {
  const { record } = context;
  const isOwn = ({ id }: JsonRecord) => isSameId(id, record.id);
  const known = new Map(before.items.map((item) => [identity(item), item[field]]));
  // Another client may have changed other records.
  const isKept = (item: JsonRecord) => isOwn(item) || known.get(identity(item)) === item[field];
  const { value: list, held } = await context.until(
    () => sortedBy(context, field),
    (read) => read === null || areGrouped(read.items.filter(isKept).map((item) => item[field])),
  );
  const at = list?.items.findIndex(isOwn) ?? -1;
  const [page] = list?.pages ?? [];
  if (page === undefined || list?.items[at]?.[field] !== changes[field]) return false;
  if (held) return true;
  const value = JSON.stringify(changes[field]);
  const message = `after an update that set ${field} to ${value}, sort=${field}:asc has ${record.id} apart from the other records with this value`;
  const expected = `${record.id} among the records with this value`;
  context.report(page.answer, { at: `/items/${at}/${field}`, expected, actual: value, message });
  return true;
}
