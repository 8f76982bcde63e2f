import type { AskRule } from '../../engine/run/rule.js';
import { type AskContext, DEFAULT_SIZE } from '../../engine/session/ask-context.js';
import { identity, type JsonRecord } from '../../engine/session/page.js';
import { recordIn } from '../../engine/session/record-in.js';
import { isSameId } from '../../engine/session/same-id.js';
import { plural } from '../../numbers/plural.js';
import { paramsFor } from './params-for.js';

/** How many parents of each child list are looked at: those that are read anyway. */
const PARENTS = 8;
/** The maximum number of missing records that are read by their ids. */
const READ = 4;

/** A field of the records of a list with ids of other records. */
interface Reference {
  readonly list: string;
  readonly field: string;
}

/** Where records of a list are shown or referred to too, and what reads one of them. */
interface Elsewhere {
  /** Child lists that show such records. */
  readonly lists?: readonly string[];
  /** Lists whose records refer to such records, and the field with their ids. */
  readonly references?: readonly Reference[];
  readonly read: string;
}

/**
 * A record that other lists show, or refer to, is in its own list, if a read by its id returns it. Inconclusive if most are not: then the ids
 * may be others.
 */
export function listed({ lists = [], references = [], read }: Elsewhere): AskRule {
  return {
    id: 'relations.listed',
    clause: 'relations.listed',
    from: 'standard',
    needs: ['records'],
    appliesTo: () => true,
    async ask(context) {
      const whole = await context.collection();
      const shown = await shownIn(context, lists, whole.items);
      for (const reference of references) await addReferences(context, shown, reference, whole.items);
      if (shown.size === 0) context.lacksData('no other list that was read shows such a record');
      if (whole.partial) context.inconclusive('the list is too large to read completely', whole.cause);
      const known = idsOf(whole.items);
      const missing = [...shown.keys()].filter((id) => !known.has(id.toLowerCase()));
      // What a field refers to may be listed only if it is current; if nothing is, the ids are others.
      const isMost = references.length === 0 ? missing.length * 2 > shown.size : missing.length === shown.size;
      if (isMost) context.inconclusive('most records of other lists are not in this one');
      const operation = context.world.operation(read);
      for (const id of missing.slice(0, READ)) {
        const record = recordIn(await context.ask({}, { operation, params: paramsFor(operation, id) }));
        if (record === null || !isSameId(record.id, id)) continue;
        const now = await context.walkUnmoved(DEFAULT_SIZE, { again: 'listed' });
        const [page] = now.pages;
        if (now.partial || page === undefined || idsOf(now.items).has(id.toLowerCase())) continue;
        const message = `${id} is in ${shown.get(id)}, and ${read} returns it, but none of the ${plural(now.items.length, 'record')} of the list is it`;
        return context.report(page.answer, { at: '/items', expected: id, actual: 'absent', message });
      }
    },
  };
}

const idsOf = (items: readonly JsonRecord[]): Set<string> => new Set(items.map((item) => identity(item).toLowerCase()));

/** The ids of the records that child lists show, each with one of these lists; the list of all is none of them. */
async function shownIn(
  context: AskContext,
  lists: readonly string[],
  all: readonly JsonRecord[],
): Promise<Map<string, string>> {
  const known = JSON.stringify(all.map(identity));
  const shown = new Map<string, string>();
  for (const list of lists) {
    const parents = await context.attempt(() => context.world.parents(context.world.operation(list), PARENTS));
    for (const { items } of parents ?? []) {
      // A target that returns the same for everything proves nothing.
      if (JSON.stringify(items.map(identity)) === known) continue;
      for (const { id } of items) if (typeof id === 'string') shown.set(id, list);
    }
  }
  return shown;
}

/** Adds the ids in a field of the records of a list, or of its first page if it is another one; `0` and `-` alone stand for none. */
async function addReferences(
  context: AskContext,
  shown: Map<string, string>,
  { list, field }: Reference,
  own: readonly JsonRecord[],
): Promise<void> {
  const isOwn = list === context.operation.id;
  const page = isOwn
    ? null
    : await context.attempt(() => context.page({}, { operation: context.world.operation(list) }));
  for (const { [field]: id } of isOwn ? own : (page?.items ?? []))
    if (typeof id === 'string' && /[^0-]/.test(id) && !shown.has(id)) shown.set(id, `${field} of ${list}`);
}
