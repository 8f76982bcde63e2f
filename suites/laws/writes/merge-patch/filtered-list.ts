import type { Answer } from '../../../../engine/client/answer.js';
import { itemsOf, type JsonRecord } from '../../../../engine/session/page.js';
import { isSameId } from '../../../../engine/session/same-id.js';
import type { Held } from '../../../../engine/writes/record-probe.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isSuccess } from '../compare.js';
import { flagFields } from './changes.js';

/**
 * Whether a filter by a flag selects a record before its update, and one by the opposite value does not. The target may keep
 * what both have returned.
 */
export async function isSelected(context: WriteContext, record: Held, page_size: number): Promise<boolean> {
  const [name] = flagFields(context);
  if (name === undefined) return false;
  const old = record.before[name] === true;
  const has = async (value: boolean) =>
    itemsOf(await askFiltered(context, { record, name, value, page_size })).some(({ id }) => isSameId(id, record.id));
  return (await has(old)) && !(await has(!old));
}

interface Filtered {
  readonly record: Held;
  readonly name: string;
  readonly value: boolean;
  readonly page_size: number;
}

/** The list under a filter by a flag. It may have more records with this flag than a page, so the filter names the record. */
async function askFiltered(context: WriteContext, { record, name, value, page_size }: Filtered): Promise<Answer> {
  const operation = context.world.operation(context.kind.list);
  const ask = (filter: string) => context.ask({ filter, page_size }, { operation, params: {} });
  const answer = await ask(`(id -eq '${record.id}') -and (${name} -eq ${value})`);
  return isSuccess(answer) ? answer : ask(`${name} -eq ${value}`);
}

/**
 * Reports an updated record that the list still returns for a filter by the flag that it had before: filters may read an
 * index, or a copy of the records, that updates do not reach. A target may reject the filter, and filter.* reports one that it ignores.
 */
export async function reportFiltered(
  context: WriteContext,
  record: Held,
  { page_size, wasSelected }: { readonly page_size: number; readonly wasSelected: boolean },
): Promise<void> {
  const [name] = flagFields(context);
  if (name === undefined) return;
  const old = record.before[name] === true;
  const askWith = (value: boolean) => askFiltered(context, { record, name, value, page_size });
  const isOwn = ({ id }: JsonRecord) => isSameId(id, record.id);
  const { value: answer } = await context.until(
    () => askWith(old),
    (read) => !itemsOf(read).some(isOwn),
  );
  const item = itemsOf(answer).find(isOwn);
  if (item === undefined) return;
  // Another client may have given the flag its old value again.
  if (item[name] !== !old && !(await isStale(context, record, name, () => askWith(old)))) return;
  // A target that does not read this part of the filter returns the record for either value.
  if (!wasSelected && itemsOf(await askWith(!old)).some(isOwn)) return;
  const message = `after an update, the filter ${name} -eq ${old} still returns ${record.id}, whose ${name} is ${!old}`;
  context.report(answer, { at: '/items', expected: 'records that match the filter', actual: record.id, message });
}

/** Whether a read by id returns the new value of a flag, before and after a filter that returns the old one. */
async function isStale(
  context: WriteContext,
  record: Held,
  name: string,
  filtered: () => Promise<Answer>,
): Promise<boolean> {
  const isNew = async () => (await context.read(record))[name] === (record.before[name] !== true);
  if (!(await isNew())) return false;
  const item = itemsOf(await filtered()).find(({ id }) => isSameId(id, record.id));
  return item !== undefined && item[name] === (record.before[name] === true) && isNew();
}
