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

/** Where records of a list are shown too, and what reads one of them. */
interface Elsewhere {
  readonly lists: readonly string[];
  readonly read: string;
}

/**
 * A record that other lists show is in its own list, if a read by its id returns it. Inconclusive if most are not: then the ids
 * may be others.
 */
export function listed({ lists, read }: Elsewhere): AskRule {
  return {
    id: 'relations.listed',
    clause: 'relations.listed',
    from: 'standard',
    needs: ['records'],
    appliesTo: () => true,
    async ask(context) {
      const whole = await context.collection();
      const shown = await shownIn(context, lists, whole.items);
      if (shown.size === 0) context.lacksData('no other list that was read shows such a record');
      if (whole.partial) context.inconclusive('the list is too large to read completely', whole.cause);
      const known = idsOf(whole.items);
      const missing = [...shown.keys()].filter((id) => !known.has(id.toLowerCase()));
      if (missing.length * 2 > shown.size) context.inconclusive('most records of other lists are not in this one');
      const operation = context.world.operation(read);
      for (const id of missing.slice(0, READ)) {
        const record = recordIn(await context.ask({}, { operation, params: paramsFor(operation, id) }));
        if (record === null || !isSameId(record.id, id)) continue;
        const now = await context.walk(DEFAULT_SIZE, {}, { again: 'listed' });
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
