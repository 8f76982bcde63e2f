import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { identity, isRecord, type JsonRecord, lastingIds, type Page } from '../../engine/session/page.js';
import { isWhole, SURVEY_SIZE, type SurveyedParent } from '../../engine/session/parent-survey.js';
import { isSameId } from '../../engine/session/same-id.js';
import { plural } from '../../numbers/plural.js';
import { READ_ANYWAY } from './survey.js';

/** How many more users are read if the details name the subscription of none. */
const MORE = 3;
/** Fewer users may all have lost their subscriptions since. */
const SEVERAL = 2;
const LOOKS = 2;

/** A user of the list whose details can be compared, and whether they name no subscription of the user. */
interface Compared {
  readonly id: string;
  readonly isForeign: boolean;
}

/**
 * The details of a user name subscriptions, of which the user has at least one. Reports users who have none of those in their
 * details, if most users have one, or if no details name the subscription of the request either.
 */
export const ownDetails: AskRule = {
  id: 'relations.own-details',
  clause: 'relations.own-details',
  needs: ['records'],
  appliesTo: () => true,
  async ask(context) {
    const page = await context.page();
    const { subscriptionId = '' } = await context.params();
    const isNamed = page.items.some((user) => subscriptionsIn(user).some((id) => isSameId(id, subscriptionId)));
    const lists = await listsOf(context, page, isNamed);
    const compared = comparedIn(page, lists);
    if (compared.length === 0) context.lacksData('no user with details has a list of subscriptions that was read');
    const foreign = compared.filter(({ isForeign }) => isForeign);
    const areMost = foreign.length * 2 > compared.length;
    if (areMost && (isNamed || foreign.length < SEVERAL))
      context.inconclusive('the details name other subscriptions than the users have, so they may mean others');
    let left = foreign.map(({ id }) => id);
    for (let look = 1; look <= LOOKS && left.length > 0; look += 1) left = await stillForeign(context, left, look);
    const [first] = left;
    if (first === undefined) return;
    const at = page.items.findIndex((user) => identity(user) === first);
    const named = subscriptionsIn(page.items[at] ?? {});
    const message = `the details of the user ${first} name no subscription that getUserSubscriptions lists (${left.length} of ${plural(compared.length, 'user')})`;
    const expected = 'a subscription of the user';
    context.report(page.answer, { at: `/items/${at}/details`, expected, actual: named.join(', '), message });
  },
};

/** The ids of the subscriptions in the details of a user. */
function subscriptionsIn({ details }: JsonRecord): string[] {
  const named = Array.isArray(details) ? details.filter(isRecord).map(({ subscriptionId }) => subscriptionId) : [];
  return named.filter((id): id is string => typeof id === 'string' && id !== '');
}

/** The subscriptions of users: those that were read anyway, and of some users of the list if no details name the request's. */
async function listsOf(context: AskContext, { items }: Page, isNamed: boolean): Promise<readonly SurveyedParent[]> {
  const { world } = context;
  const inverse = world.operation('getUserSubscriptions');
  const known = await world.parents(inverse, context.upTo(READ_ANYWAY, 2));
  if (isNamed) return known;
  const more = items.filter((user) => subscriptionsIn(user).length > 0).slice(0, context.upTo(MORE, SEVERAL));
  return [
    ...known,
    ...(await world.surveyed(
      inverse,
      more.map((user) => ({ userId: identity(user) })),
    )),
  ];
}

/**
 * Whether the subscriptions of a user have none of these ids; `null` if that is open, because there are none, or one shows no id:
 * which fields are absent is unspecified.
 */
function isWithout(subscriptions: readonly JsonRecord[], named: readonly string[]): boolean | null {
  const ids = lastingIds(subscriptions) ?? [];
  if (named.length === 0 || ids.length === 0) return null;
  return !ids.some((own) => named.some((id) => isSameId(own, id)));
}

function comparedIn({ items }: Page, lists: readonly SurveyedParent[]): Compared[] {
  return items.flatMap((user): Compared[] => {
    const own = lists.find((list) => isSameId(list.params.userId, identity(user)));
    const isForeign = own === undefined || !isWhole(own) ? null : isWithout(own.items, subscriptionsIn(user));
    return isForeign === null ? [] : [{ id: identity(user), isForeign }];
  });
}

/** The users who still have no subscription of their details when both lists are read again. */
async function stillForeign(context: AskContext, ids: readonly string[], look: number): Promise<string[]> {
  const again = `own details ${look}`;
  const page = await context.page({}, { again });
  const operation = context.world.operation('getUserSubscriptions');
  const left: string[] = [];
  for (const id of ids) {
    const user = page.items.find((item) => identity(item) === id);
    const own = await context.walkUnmoved(SURVEY_SIZE, { operation, params: { userId: id }, again });
    if (!own.partial && isWithout(own.items, subscriptionsIn(user ?? {})) === true) left.push(id);
  }
  return left;
}
