import type { Answer } from '../../../../engine/client/answer.js';
import { lastingIds } from '../../../../engine/session/page.js';
import { isSameId } from '../../../../engine/session/same-id.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';

/** The maximum number of other subscriptions whose users are read. */
const READ = 5;

/** A subscription that a user was not removed from, and that the user has lost. */
export interface Loss {
  readonly user: string;
  readonly id: string;
}

/** What a removal from one subscription did to the other subscriptions of a user. */
export interface Elsewhere {
  readonly user: string;
  /** The subscriptions of the user after the removal. */
  readonly answer: Answer;
  /** The ids of the other subscriptions before and after. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Whether the subscriptions of the user included the one that they were removed from. */
  readonly hadIt: boolean;
  readonly hasIt: boolean;
  /** The other subscriptions whose own lists have lost the user. */
  readonly unlisted: readonly string[];
  /** What other removed users have lost in these lists; read only if this one has lost a single subscription. */
  readonly others: readonly Loss[];
}

/** The subscriptions of a user, as Get user subscriptions lists them. */
export interface Subscriptions {
  readonly answer: Answer;
  readonly others: readonly string[];
  readonly hasIt: boolean;
}

/** Reads the subscriptions of a user; inconclusive if they cannot be read. */
export async function subscriptionsOf(context: WriteContext, user: string): Promise<Subscriptions> {
  const { subscriptionId = '' } = context.removal.params([]);
  const operation = context.world.operation('getUserSubscriptions');
  const {
    items,
    pages,
    partial,
    cause = null,
  } = await context.walkUnmoved(100, { operation, params: { userId: user } });
  const answer = pages[0]?.answer;
  if (answer === undefined) return context.inconclusive('the list of subscriptions has no page');
  if (partial) context.inconclusive('the list of subscriptions is too long to be read completely', cause);
  const ids = lastingIds(items) ?? context.inconclusive('a subscription of the user shows no id');
  const isIt = (id: string) => isSameId(id, subscriptionId);
  return { answer, others: ids.filter((id) => !isIt(id)), hasIt: ids.some(isIt) };
}

/** The users of subscriptions, in lower case, by the id of the subscription. */
export type Listings = ReadonlyMap<string, readonly string[]>;

/** Reads the users of subscriptions, without those that cannot be read completely, or show no ids. */
export async function listingsOf(context: WriteContext, ids: readonly string[]): Promise<Listings> {
  const operation = context.world.operation('getSubscriptionUsers');
  const found = await Promise.all(
    [...new Set(ids)].slice(0, READ).map(async (subscriptionId) => {
      const list = await context.attempt(() => context.walkUnmoved(100, { operation, params: { subscriptionId } }));
      const users = list === null || list.partial ? null : lastingIds(list.items);
      return users === null ? [] : [[subscriptionId, users.map((id) => id.toLowerCase())] as const];
    }),
  );
  return new Map(found.flat());
}

/** What users have lost between two readings of lists. */
export function lostIn(before: Listings, after: Listings, users: readonly string[]): Loss[] {
  return [...before].flatMap(([id, listed]) => {
    const now = after.get(id);
    const isLost = (user: string) => listed.includes(user) && now?.includes(user) === false;
    return users
      .map((user) => user.toLowerCase())
      .filter(isLost)
      .map((user) => ({ user, id }));
  });
}

/** Compares the other subscriptions of a user with those before a removal, once the removal had time to show. */
export async function elsewhereOf(
  context: WriteContext,
  user: string,
  { subscriptions, listings }: { readonly subscriptions: Subscriptions; readonly listings: Listings },
): Promise<Elsewhere> {
  const { value: now } = await context.until(
    () => subscriptionsOf(context, user),
    ({ hasIt }) => !hasIt,
  );
  const own = new Map([...listings].filter(([id]) => subscriptions.others.includes(id)));
  const unlisted = lostIn(own, await listingsOf(context, [...own.keys()]), [user]);
  return {
    user,
    answer: now.answer,
    before: subscriptions.others,
    after: now.others,
    hadIt: subscriptions.hasIt,
    hasIt: now.hasIt,
    unlisted: unlisted.map(({ id }) => id),
    others: [],
  };
}

/** The other subscriptions that the user has lost, as one of both sides shows. */
export function lostElsewhere({ before, after, unlisted }: Elsewhere): string[] {
  return before.filter((id) => !after.includes(id) || unlisted.includes(id));
}

/** As before, with what other removed users have lost, if the user has lost a single subscription: another client may remove one. */
export async function withOtherLosses(
  context: WriteContext,
  elsewhere: Elsewhere,
  { listings, removed }: { readonly listings: Listings; readonly removed: readonly string[] },
): Promise<Elsewhere> {
  if (lostElsewhere(elsewhere).length !== 1) return elsewhere;
  const users = removed.filter((id) => !isSameId(id, elsewhere.user));
  return { ...elsewhere, others: lostIn(listings, await listingsOf(context, [...listings.keys()]), users) };
}
