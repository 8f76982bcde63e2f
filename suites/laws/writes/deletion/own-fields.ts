import type { Answer } from '../../../../engine/client/answer.js';
import { DEFAULT_SIZE } from '../../../../engine/session/ask-context.js';
import { differing } from '../../../../engine/session/differing.js';
import { type JsonRecord, lastingIds } from '../../../../engine/session/page.js';
import { isSameId } from '../../../../engine/session/same-id.js';
import type { Query } from '../../../../engine/session/seen.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { equals } from '../../../../generators/filter-text.js';
import { sameValue } from '../../same-value.js';
import { recordOf } from '../compare.js';
import type { Loss } from './elsewhere.js';

/** Fields that do not follow from the subscriptions of a user, unlike costs, counts, activity and status. */
const TEXTS = ['username', 'displayName', 'email', 'country', 'department', 'createdDate'];
/** The own fields that other clients may set at any time, each to one of two values. */
const FLAGS = ['isEnabled', 'isInReview', 'isOnline', 'isQualified'];
export const OWN: readonly string[] = [...TEXTS, ...FLAGS];

/** The sources that discovered a user, in messages and among its own fields. */
const SOURCES = 'discovery sources';
/** The subscriptions of a user, in the same way. */
const SUBSCRIPTIONS = 'subscriptions';
/** Whether the list of users has a user, in the same way. */
const LISTED = 'presence in the list of users';
/** So many users with another value of a flag are no edit of some. */
const SEVERAL = 3;
/** What is compared in addition to fields. */
export const LISTS: readonly string[] = [SOURCES, SUBSCRIPTIONS, LISTED];

/** The own fields of a user, as far as two reads in a row agree on them. */
export interface OwnFields {
  readonly user: string;
  readonly answer: Answer;
  readonly fields: JsonRecord;
}

/** Reads the own fields of users; those that cannot be read are missing. */
export async function ownFieldsOf(context: WriteContext, users: readonly string[]): Promise<OwnFields[]> {
  const operation = context.world.operation('getUser');
  const found: OwnFields[] = [];
  const listed = await listedOf(context, users);
  for (const user of users) {
    const read = () => context.attempt(() => context.ask({}, { operation, params: { userId: user } }));
    const answers = [await read(), await read()];
    const [first, second] = answers.map((answer) => (answer?.status === 200 ? recordOf(answer) : null));
    const [answer] = answers;
    if (first == null || second == null || answer == null) continue;
    const moving = differing(first, second, OWN, sameValue);
    const fields = Object.fromEntries(OWN.filter((name) => !moving.includes(name)).map((name) => [name, first[name]]));
    const sources = await idsOf(context, 'getUserDiscoverySources', user);
    const subscriptions = await idsOf(context, 'getUserSubscriptions', user);
    const lists = {
      ...(sources && { [SOURCES]: sources }),
      ...(subscriptions && { [SUBSCRIPTIONS]: subscriptions }),
      ...(listed && { [LISTED]: listed.some((id) => isSameId(id, user)) }),
    };
    found.push({ user: user.toLowerCase(), answer, fields: { ...fields, ...lists } });
  }
  return found;
}

/** Which users are in the list of users: on its only page, or under a filter that also returns a user who stays. */
async function listedOf(context: WriteContext, users: readonly string[]): Promise<readonly string[] | null> {
  const operation = context.world.operation('getUsers');
  const ask = (query: Query) => context.attempt(() => context.page(query, { operation, params: {}, valid: false }));
  const first = lastingIds((await ask({}))?.items ?? []) ?? [];
  const other = first.find((id) => !users.some((user) => isSameId(id, user)));
  if (other === undefined || first.length < DEFAULT_SIZE) return other === undefined ? null : first;
  const filter = [other, ...users].map((id) => `(${equals('id', id)})`).join(' -or ');
  const found = lastingIds((await ask({ filter }))?.items ?? []) ?? [];
  return found.some((id) => isSameId(id, other)) && found.length <= users.length + 1 ? found : null;
}

/** The ids in a list of a user; `null` if it cannot be read, has more than one page, or a record without an id. */
async function idsOf(context: WriteContext, list: string, user: string): Promise<readonly string[] | null> {
  const operation = context.world.operation(list);
  const page = await context.attempt(() => context.page({}, { operation, params: { userId: user }, valid: false }));
  if (page === null || page.items.length >= DEFAULT_SIZE || (page.totalItems ?? 0) > page.items.length) return null;
  return lastingIds(page.items);
}

/** A field that a user had with another value before the removals. */
export interface Difference {
  readonly name: string;
  readonly was: OwnFields;
  readonly is: OwnFields;
}

/** The fields of removed users that have changed. */
export function differencesOf(before: readonly OwnFields[], after: readonly OwnFields[]): Difference[] {
  return before.flatMap((was) => {
    const is = after.find(({ user }) => user === was.user);
    if (is === undefined) return [];
    const names = OWN.filter((name) => name in was.fields && name in is.fields);
    const lost = lostOf(was.fields[SOURCES], is.fields[SOURCES]).length > 0 ? [SOURCES] : [];
    const gained = lostOf(is.fields[SUBSCRIPTIONS], was.fields[SUBSCRIPTIONS]).length > 0 ? [SUBSCRIPTIONS] : [];
    const unlisted = was.fields[LISTED] === true && is.fields[LISTED] === false ? [LISTED] : [];
    return [...differing(was.fields, is.fields, names, sameValue), ...lost, ...gained, ...unlisted].map((name) => ({
      name,
      was,
      is,
    }));
  });
}

/**
 * Whether removals can have changed a field: no user who stays was changed in it, and a flag is the same for all removed
 * users, or was changed in each of several, since another client that edits users sets it for some.
 */
export function isOfRemovals(
  name: string,
  after: readonly OwnFields[],
  edited: readonly string[],
  differences: readonly Difference[],
): boolean {
  if (edited.includes(name)) return false;
  if (!FLAGS.includes(name) || new Set(after.map(({ fields }) => fields[name])).size === 1) return true;
  const changed = differences.filter((difference) => difference.name === name);
  return changed.length === after.length && changed.length >= SEVERAL;
}

/** What a change of a field is counted as: a removal that resets flags changes those that a user has, in each user others. */
export const changeOf = (name: string): string => (FLAGS.includes(name) ? 'flags' : name);

/** The ids of the subscriptions that a user had. */
export function subscriptionsIn(before: readonly OwnFields[], user: string): readonly string[] {
  const ids = before.find((one) => isSameId(one.user, user))?.fields[SUBSCRIPTIONS];
  return Array.isArray(ids) ? ids : [];
}

/**
 * The subscriptions that users have lost, the one that they were to be removed from included. The list of a user without its id may
 * have those of assignments, which say nothing.
 */
export function lostSubscriptions(
  before: readonly OwnFields[],
  after: readonly OwnFields[],
  subscriptionId: string,
): Loss[] {
  return before.flatMap(({ user, fields }) => {
    if (!subscriptionsIn(before, user).some((id) => isSameId(id, subscriptionId))) return [];
    const is = after.find((one) => one.user === user)?.fields[SUBSCRIPTIONS];
    return lostOf(fields[SUBSCRIPTIONS], is).map((id) => ({ user, id }));
  });
}

/** The ids that a list had and lacks now; new ones may come at any time. */
function lostOf(was: unknown, is: unknown): string[] {
  return Array.isArray(was) && Array.isArray(is) ? was.filter((id) => !is.includes(id)) : [];
}
