import type { Answer } from '../../../../engine/client/answer.js';
import { identity } from '../../../../engine/session/page.js';
import { isSameId } from '../../../../engine/session/same-id.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';

/** The maximum number of other subscriptions whose users are read. */
const READ = 5;

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
  const { items, pages } = await context.walkUnmoved(100, { operation, params: { userId: user } });
  const answer = pages[0]?.answer;
  if (answer === undefined) return context.inconclusive('the list of subscriptions has no page');
  const ids = items.map(identity);
  const isIt = (id: string) => isSameId(id, subscriptionId);
  return { answer, others: ids.filter((id) => !isIt(id)), hasIt: ids.some(isIt) };
}

/** Those of the subscriptions whose users include the user, or do not if `has` is false; none whose users cannot be read. */
export async function listedIn(
  context: WriteContext,
  user: string,
  ids: readonly string[],
  has = true,
): Promise<string[]> {
  const operation = context.world.operation('getSubscriptionUsers');
  const found = await Promise.all(
    ids.slice(0, READ).map(async (subscriptionId) => {
      const list = await context.attempt(() => context.walkUnmoved(100, { operation, params: { subscriptionId } }));
      return list?.items.some(({ id }) => isSameId(id, user)) === has ? [subscriptionId] : [];
    }),
  );
  return found.flat();
}

/** Compares the other subscriptions of a user with those before a removal, once the removal had time to show. */
export async function elsewhereOf(
  context: WriteContext,
  user: string,
  { subscriptions, listed }: { readonly subscriptions: Subscriptions; readonly listed: readonly string[] },
): Promise<Elsewhere> {
  const { value: now } = await context.until(
    () => subscriptionsOf(context, user),
    ({ hasIt }) => !hasIt,
  );
  return {
    user,
    answer: now.answer,
    before: subscriptions.others,
    after: now.others,
    hadIt: subscriptions.hasIt,
    hasIt: now.hasIt,
    unlisted: await listedIn(context, user, listed, false),
  };
}
