import type { WriteRule } from '../../../../engine/run/rule.js';
import { type JsonRecord, pageOf } from '../../../../engine/session/page.js';
import { recordIn } from '../../../../engine/session/record-in.js';
import { isSameId } from '../../../../engine/session/same-id.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isUpdate } from '../../applies.js';
import { isText } from '../../names.js';
import { sameValue } from '../../same-value.js';
import { brief, isSuccess } from '../compare.js';
import { readBy } from '../read-by.js';
import { update } from './changes.js';
import { references } from './references.js';

/** So many records that copy the same text of the record that they refer to are no accident. */
const ENOUGH = 3;

/** The most records that are read to learn which text is copied, and to find one with a text of its own. */
const MOST = 6;

type Copy = WriteContext['kind']['copies'][string];

/** Whether two texts are the same but for letter case and spaces around them. */
export const isSame = (one: unknown, other: unknown): boolean =>
  isText(one) && isText(other) && one.trim().toLowerCase() === other.trim().toLowerCase();

/** A record that another one refers to; `null` if it cannot be read. */
export async function referred(context: WriteContext, { read }: Copy, id: unknown): Promise<JsonRecord | null> {
  if (!isText(id)) return null;
  return context.attempt(async () => recordIn(await readBy(context, read, id)));
}

/** Which text of the records that they refer to the listed ones show; `null` if they do not agree on exactly one. */
async function usualText(context: WriteContext, name: string, copy: Copy): Promise<string | null> {
  const { items } = pageOf(await context.world.plain(context.world.operation(context.kind.list)));
  const named = items.filter((item) => isText(item[name]) && isText(item[copy.id]));
  const byId = new Map(named.map((item) => [String(item[copy.id]).toLowerCase(), item]));
  let texts = copy.texts;
  let seen = 0;
  for (const item of [...byId.values()].slice(0, MOST)) {
    const one = await referred(context, copy, item[copy.id]);
    if (one === null) continue;
    seen += 1;
    texts = texts.filter((field) => isSame(one[field], item[name]));
  }
  return seen >= ENOUGH && texts.length === 1 ? (texts[0] ?? null) : null;
}

/** Another record that the updated one may refer to, whose text differs from its other ones. */
async function another(context: WriteContext, copy: Copy, text: string): Promise<JsonRecord | null> {
  const { owners } = await references(context);
  const others = owners.filter((id) => !isSameId(id, String(context.record.before[copy.id])));
  for (const id of others.slice(0, MOST)) {
    const one = await referred(context, copy, id);
    const isOwn = (field: string) => field === text || !isSame(one?.[field], one?.[text]);
    if (one !== null && isText(one[text]) && copy.texts.every(isOwn)) return { ...one, id };
  }
  return null;
}

/**
 * A field that copies a text of another record shows that of the record to which an update refers, where the list shows which text
 * it copies: otherwise a client reads the id of one record with the name of another.
 */
export const copiedNames: WriteRule = {
  id: 'updates.copied-names',
  clause: 'updates.copied-names',
  needs: [],
  records: 1,
  appliesTo: (operation) => isUpdate(operation) && operation.area === 'applications',
  async write(context) {
    const { record, kind } = context;
    for (const [name, copy] of Object.entries(kind.copies)) {
      if (!isText(record.before[copy.id]))
        return context.inconclusive(`the record has no ${copy.id}, so that ${name} could not be restored`);
      const text = await usualText(context, name, copy);
      if (text === null)
        return context.inconclusive(`the list does not show clearly which text of a record is copied as ${name}`);
      const other = await another(context, copy, text);
      if (other === null) return context.inconclusive(`there is no other record that ${copy.id} could refer to`);
      const answer = await update(context, record, { [copy.id]: other.id });
      if (!isSuccess(answer)) context.inconclusive(`an update of ${copy.id} returned ${answer.summary}`);
      const { value: now, held } = await context.until(
        () => context.read(record),
        (read) => isSame(read[name], other[text]),
      );
      if (held) continue;
      const { last = answer } = context;
      if (!sameValue(copy.id, now[copy.id], other.id))
        context.inconclusive(`the update did not change ${copy.id} (see updates.effect)`);
      const current = (await referred(context, copy, other.id))?.[text];
      if (!isSame(current, other[text])) context.inconclusive(`${text} of the other record changed in the meantime`);
      const message = `${name} is ${brief(now[name])} after an update of ${copy.id}; other records show the ${text} of the record that they refer to, here ${brief(current)}`;
      context.report(last, { at: `/${name}`, expected: brief(current), actual: brief(now[name]), message });
    }
  },
};
