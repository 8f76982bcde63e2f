import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import type { JsonRecord, Page } from '../../engine/session/page.js';
import type { Query } from '../../engine/session/seen.js';
import { plural } from '../../numbers/plural.js';
import { foldedName, isText } from './names.js';
import { LARGEST_PAGE } from './stride.js';

/** How the records of a list name other records, and the list that shows the names of these. */
interface Naming {
  /** The fields with the id and the name of the other record. */
  readonly id: string;
  readonly name: string;
  readonly list: string;
  readonly query: Query;
  /** The fields of the records of that list with the id, and with the texts that may be the name. */
  readonly own: string;
  readonly texts: readonly string[];
  /** The fewest records with the name of another one: a copy may be outdated, and then be that of another one by chance. */
  readonly several: number;
}

/** The owner of an application is a user. */
export const OWNERS: Naming = {
  id: 'primaryOwnerId',
  name: 'primaryOwnerName',
  list: 'getUsers',
  query: { page_size: LARGEST_PAGE },
  own: 'id',
  texts: ['displayName', 'username', 'email'],
  several: 3,
};

/** The vendor of a subscription is that of an application. */
export const VENDORS: Naming = {
  id: 'vendorId',
  name: 'vendor',
  list: 'getApplications',
  query: {},
  own: 'vendorId',
  texts: ['vendor'],
  several: 2,
};

/** A record that names another one by the id of one and a text of a third. */
interface Foreign {
  readonly item: JsonRecord;
  readonly expected: string;
  readonly whose: string;
}

/** Records name others by a text of the record that they refer to by its id, and not by that of another one. */
export function ownName(naming: Naming): AskRule {
  return {
    id: 'relations.own-name',
    clause: 'relations.own-name',
    from: 'standard',
    needs: ['records'],
    appliesTo: () => true,
    async ask(context) {
      const { compared, foreign } = await compare(context, naming);
      // Fewer could not fail.
      if (compared < naming.several)
        context.lacksData(
          `records with a ${naming.name} refer to ${compared} records that are listed; ${naming.several} are needed`,
        );
      if (foreign.length < naming.several) return;
      const again = await compare(context, naming, `own name ${context.seed}`);
      const lasting = again.foreign.filter(({ item }) => foreign.some((one) => one.item.id === item.id));
      const [first] = lasting;
      if (first === undefined || lasting.length < naming.several)
        return context.inconclusive('the names changed during the check');
      const { item, expected, whose } = first;
      const actual = JSON.stringify(item[naming.name]);
      const message = `${naming.name} of ${plural(lasting.length, 'record')} is that of another record than ${naming.id} refers to: ${actual} is that of ${whose}, and ${String(item[naming.id])} has ${expected}`;
      context.report(again.page.answer, { at: `/items/*/${naming.name}`, expected, actual, message });
    },
  };
}

/**
 * Compares the first page of the list with the records that it refers to: how many of these there are, and one record for each
 * that is named wrongly.
 */
async function compare(context: AskContext, { id, name, list, query, own, texts }: Naming, again?: string) {
  const options = again === undefined ? {} : { again };
  const page: Page = await context.page({}, options);
  const operation = context.world.operation(list);
  const { items } = await context.page(query, { operation, params: {}, ...options });
  const named = new Map<string, Map<string, string>>();
  const bearers = new Map<string, Set<string>>();
  for (const item of items) {
    const key = folded(item[own]);
    if (key === null) continue;
    for (const text of texts) {
      const value = folded(item[text]);
      if (value === null) continue;
      named.set(key, (named.get(key) ?? new Map<string, string>()).set(value, String(item[text])));
      bearers.set(value, (bearers.get(value) ?? new Set<string>()).add(key));
    }
  }
  const foreign = new Map<string, Foreign>();
  const compared = new Set<string>();
  for (const item of page.items) {
    const [key, value] = [folded(item[id]), folded(item[name])];
    const known = key === null ? undefined : named.get(key);
    if (key === null || value === null || known === undefined) continue;
    compared.add(key);
    const [whose] = bearers.get(value) ?? [];
    if (!known.has(value) && whose !== undefined)
      foreign.set(key, { item, whose, expected: [...known.values()].map((text) => JSON.stringify(text)).join(' or ') });
  }
  return { page, compared: compared.size, foreign: [...foreign.values()] };
}

const folded = (value: unknown): string | null => (isText(value) ? foldedName(value) : null);
