import type { Answer } from '../../../../engine/client/answer.js';
import { looselyEqual } from '../../../../engine/oracle/collation.js';
import { itemsOf, type JsonRecord } from '../../../../engine/session/page.js';
import { isSameId } from '../../../../engine/session/same-id.js';
import type { Held } from '../../../../engine/writes/record-probe.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { equals } from '../../../../generators/filter-text.js';
import { isPlainValue } from '../../filter/plain-value.js';
import { shown } from '../../shown.js';
import { type Expected, isSuccess } from '../compare.js';

/** The only text by which a list is filtered after an update. */
const CATEGORY = 'categoryName';

/** A field that an update sets, with the values before and after it. */
export interface Replaced {
  readonly name: string;
  readonly old: boolean | string;
  readonly now: boolean | string;
}

/** The flags of an update, and its category, if a filter by it needs no escape. */
export function replacedIn({ before }: Held, changes: Expected): Replaced[] {
  return Object.entries(changes).flatMap(([name, now]): Replaced[] => {
    const old = before[name];
    if (typeof now === 'boolean') return [{ name, old: !now, now }];
    const areOther = isPlainValue(old) && isPlainValue(now) && !looselyEqual(old, now);
    return name === CATEGORY && areOther ? [{ name, old, now }] : [];
  });
}

/**
 * The fields by which a filter selects a record before its update, and one by the value after it does not. The target may keep
 * what both have returned.
 */
export async function selecting(
  context: WriteContext,
  record: Held,
  replaced: readonly Replaced[],
  page_size: number,
): Promise<readonly Replaced[]> {
  const has = async (name: string, value: Replaced['old']) =>
    itemsOf(await askFiltered(context, { record, name, value, page_size })).some(({ id }) => isSameId(id, record.id));
  const found: Replaced[] = [];
  for (const one of replaced) if ((await has(one.name, one.old)) && !(await has(one.name, one.now))) found.push(one);
  return found;
}

interface Filtered {
  readonly record: Held;
  readonly name: string;
  readonly value: Replaced['old'];
  readonly page_size: number;
}

/** The list under a filter by a field. It may have more records with its value than a page, so the filter names the record. */
async function askFiltered(context: WriteContext, { record, name, value, page_size }: Filtered): Promise<Answer> {
  const operation = context.world.operation(context.kind.list);
  const ask = (filter: string) => context.ask({ filter, page_size }, { operation, params: {} });
  const own = comparison(name, value);
  const answer = await ask(`(id -eq '${record.id}') -and (${own})`);
  return isSuccess(answer) ? answer : ask(own);
}

const comparison = (name: string, value: Replaced['old']): string =>
  typeof value === 'string' ? equals(name, value) : `${name} -eq ${value}`;

/**
 * Reports an updated record that the list still returns for a filter by a value that it had before: filters may read an
 * index, or a copy of the records, that updates do not reach. A target may reject the filter, and filter.* reports one that it ignores.
 */
export async function reportFiltered(
  context: WriteContext,
  record: Held,
  one: Replaced,
  { page_size, wasSelected }: { readonly page_size: number; readonly wasSelected: boolean },
): Promise<void> {
  const { name, old, now } = one;
  const askWith = (value: Replaced['old']) => askFiltered(context, { record, name, value, page_size });
  const isOwn = ({ id }: JsonRecord) => isSameId(id, record.id);
  const { value: answer } = await context.until(
    () => askWith(old),
    (read) => !itemsOf(read).some(isOwn),
  );
  const item = itemsOf(answer).find(isOwn);
  if (item === undefined) return;
  // Another client may have given the field its old value again.
  if (item[name] !== now && !(await isStale(context, record, one, () => askWith(old)))) return;
  // A target that does not read this part of the filter returns the record for either value.
  if (!wasSelected && itemsOf(await askWith(now)).some(isOwn)) return;
  const filter = comparison(name, old);
  const message = `after an update, the filter ${shown(filter)} still returns ${record.id}, whose ${name} is ${shown(String(now))}`;
  context.report(answer, { at: '/items', expected: 'records that match the filter', actual: record.id, message });
}

/** Whether a read by id returns the new value of a field, before and after a filter that returns the old one. */
async function isStale(
  context: WriteContext,
  record: Held,
  { name, old, now }: Replaced,
  filtered: () => Promise<Answer>,
): Promise<boolean> {
  const isNew = async () => (await context.read(record))[name] === now;
  if (!(await isNew())) return false;
  const item = itemsOf(await filtered()).find(({ id }) => isSameId(id, record.id));
  return item !== undefined && item[name] === old && isNew();
}
