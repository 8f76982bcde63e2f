import { operations } from '../../contract/operations/index.js';
import { sampleSources } from '../../contract/samples.js';
import type { Operation } from '../../contract/types.js';
import { fields } from '../../schemas/generated/fields.js';
import { isPage, type PageValue, pageOf, withMember } from '../change.js';
import { type Operator, operator } from '../fault.js';
import { type Field, fieldsOf, onRecords } from '../fields.js';
import { isReadById } from '../operations.js';
import { otherValue } from '../other-value.js';
import { type Call, isObject, jsonOf, type Send, type Transform, withQuery, withValue } from '../wire.js';

/** The lists whose relation another operation lists from its other side. */
export const PAIRED: readonly string[] = [
  'getApplicationUsers',
  'getUserApplications',
  'getUserSubscriptions',
  'getSubscriptionUsers',
];

/** One of so many records deviates: whatever the parent, the page and the filter. */
const SHARE = 4;

/** Whether a record is one of those that deviate, by the application that it names or by its own id. */
const isChosen = (item: unknown): boolean => {
  const id = isObject(item) ? (item.applicationId ?? item.id) : undefined;
  if (typeof id !== 'string') return false;
  return [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % SHARE === 0;
};

/** A list without some of its records, on each page and in its totals, as if they had never been there. */
const without =
  (isGone: (item: unknown) => boolean): Transform =>
  async (call, send) => {
    const reply = await send(call);
    const page = reply.status === 200 && call.credentialed ? jsonOf(reply) : undefined;
    if (!isPage(page)) return reply;
    const all = await itemsOf(page, call, send);
    const left = all.filter((item) => !isGone(item));
    if (left.length === all.length) return reply;
    const { number, size } = pageOf(call);
    const { total_items: total } = page.pagination;
    const counted = {
      ...(typeof total === 'number' && { total_items: left.length }),
      ...(page.pagination.total_pages !== undefined && { total_pages: Math.ceil(left.length / size) }),
    };
    const items = left.slice((number - 1) * size, number * size);
    return withValue(reply, { ...page, items, pagination: { ...page.pagination, ...counted } });
  };

/** The items of all pages of a list. */
async function itemsOf(page: PageValue, call: Call, send: Send): Promise<readonly unknown[]> {
  const { total_pages: pages } = page.pagination;
  const last = typeof pages === 'number' ? pages : 1;
  const { number } = pageOf(call);
  const all: unknown[] = [];
  for (let at = 1; at <= last; at += 1) {
    const value = at === number ? page : jsonOf(await send(withQuery(call, 'page_number', `${at}`)));
    if (isPage(value)) all.push(...value.items);
  }
  return all;
}

const isPaired = ({ id }: Operation): boolean => PAIRED.includes(id);

/** The fields that a list and the read of one of its records both show, by the id of the list. */
const READ = new Map(
  operations.filter(isReadById).flatMap(({ parameters, success }) => {
    const fixtures = parameters.flatMap((one) => (one.in === 'path' ? [one.fixture] : []));
    const [fixture = null] = fixtures;
    const source = fixture === null || fixtures.length !== 1 ? null : sampleSources[fixture];
    if (source === null || success.schema === null || success.schema.endsWith('-kpis')) return [];
    return [[source.operation, Object.keys(fields[success.schema] ?? {})] as const];
  }),
);

/** By the item of a list, the fields in which it repeats an application. */
const OF_APPLICATIONS: Readonly<Record<string, readonly string[]>> = {
  'user-application': ['name', 'vendor', 'vendorId'],
  'user-subscription': ['applicationName'],
  'subscription-insight-user': ['details.applicationName'],
};

/** An operator that sends another value of some fields in some records. */
function otherwise(
  id: string,
  title: string,
  rule: 'relations.detail-agrees' | 'relations.one-application',
  named: (operation: Operation) => readonly string[],
): Operator {
  const change = (field: Field) =>
    onRecords(field, (record) =>
      isChosen(record)
        ? withMember(record, field.name, (value) => (value === null ? value : otherValue(value)))
        : record,
    );
  const sites: Operator['sites'] = (operation) =>
    fieldsOf(operation)
      .filter(({ path }) => path !== 'id' && named(operation).includes(path))
      .map((field) => ({ detail: field.path, begin: () => change(field) }));
  return { id, title, breaks: [rule], sites };
}

/** Deviations that change one side of a relation alone, in some records, and leave each list in order by itself. */
export const relations: readonly Operator[] = [
  operator(
    'child-missing',
    'A child list lacks some records that the other side of the relation shows, with totals that match',
    // Two lists that differ may mean two relations, so this is a warning.
    'relations.both-ways',
    isPaired,
    without(isChosen),
  ),
  otherwise(
    'list-disagrees',
    'A list shows another value of some records than the read of these records',
    'relations.detail-agrees',
    ({ id }) => READ.get(id) ?? [],
  ),
  otherwise(
    'application-disagrees',
    'Some records of a user show another value of an application than the list of applications',
    'relations.one-application',
    ({ success }) => OF_APPLICATIONS[success.item ?? ''] ?? [],
  ),
];
