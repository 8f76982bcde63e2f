import type { WriteRule } from '../../../../engine/run/rule.js';
import { identity, type Page } from '../../../../engine/session/page.js';
import { isSameId } from '../../../../engine/session/same-id.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { plural } from '../../../../numbers/plural.js';
import { isRemoval } from '../../applies.js';
import { brief } from '../compare.js';
import { type Deletion, goneBy } from './deletions.js';
import { lostElsewhere } from './elsewhere.js';
import { changeOf, type Difference, differencesOf, isOfRemovals, LISTS, lostSubscriptions } from './own-fields.js';
import { removalsOf, scenarioOf } from './scenario.js';
import type { Touched } from './touched.js';

/** So many fields of one user do not change by chance while a run removes it. */
const SEVERAL = 3;

export const otherSubscriptions: WriteRule = {
  id: 'deletion.other-subscriptions',
  clause: 'deletion.other-subscriptions',
  needs: [],
  appliesTo: isRemoval,
  async write(context) {
    const scenario = await scenarioOf(context);
    const { elsewhere, one, ownFields: read } = scenario;
    if (elsewhere === null) return context.inconclusive('the subscriptions of the removed user cannot be compared');
    const { user, answer, before } = elsewhere;
    if (before.length === 0) context.inconclusive(`the removed user ${user} has no other subscription`);
    // The list may have the ids of assignments, of which one is that of this subscription.
    if (!elsewhere.hadIt && elsewhere.unlisted.length === 0)
      context.inconclusive(`the subscriptions of ${user} did not include the subscription, by its id, before`);
    const lost = lostElsewhere(elsewhere);
    const [first] = lost;
    if (first === undefined) return;
    const removed = goneBy(removalsOf(scenario)).filter((id) => !isSameId(id, user));
    const { subscriptionId = '' } = context.removal.params([]);
    const others = [...elsewhere.others, ...lostSubscriptions(read.before, read.after, subscriptionId)].filter(
      (loss) => removed.includes(loss.user) && !isSameId(loss.id, subscriptionId),
    );
    // Another client may remove a user from another subscription, or delete a subscription that several users have.
    const isProven =
      lost.length > 1 ||
      others.some(({ id }) => !isSameId(id, first)) ||
      (others.length > 0 && (await hasUsers(context, first)));
    for (const id of lost) context.removal.takenAlong(user, isProven, id);
    const message = `${one.what} returned ${one.answer.summary}, and ${user} lost ${plural(lost.length, 'other subscription')}, such as ${first}`;
    if (!isProven) context.inconclusive(`${message}, which another client may have done`);
    context.report(answer, {
      at: '/items',
      expected: plural(before.length, 'other subscription'),
      actual: plural(before.length - lost.length, 'other subscription'),
      message,
    });
  },
};

/** The first page of the users of a subscription; `null` if they cannot be read. */
function usersOf(context: WriteContext, subscriptionId: string): Promise<Page | null> {
  const operation = context.world.operation('getSubscriptionUsers');
  return context.attempt(() => context.page({}, { operation, params: { subscriptionId } }));
}

/** Whether a subscription has users. */
async function hasUsers(context: WriteContext, subscriptionId: string): Promise<boolean> {
  return ((await usersOf(context, subscriptionId))?.items.length ?? 0) > 0;
}

export const userSide: WriteRule = {
  id: 'deletion.user-side',
  clause: 'deletion.user-side',
  needs: [],
  appliesTo: isRemoval,
  async write(context) {
    const { elsewhere, one } = await scenarioOf(context);
    if (elsewhere === null) return context.inconclusive('the subscriptions of the removed user cannot be read');
    if (!elsewhere.hadIt) context.inconclusive('the subscriptions of the user did not include the subscription before');
    if (one.named.some((id) => one.after.includes(id)))
      context.inconclusive('no user was removed (see deletion.effect)');
    if (!elsewhere.hasIt) return;
    const message = `the removed user ${elsewhere.user} still has the subscription in Get user subscriptions`;
    context.report(elsewhere.answer, {
      at: '/items',
      expected: 'not the subscription',
      actual: 'the subscription',
      message,
    });
  },
};

export const totals: WriteRule = {
  id: 'deletion.totals',
  clause: 'deletion.totals',
  needs: [],
  appliesTo: isRemoval,
  async write(context) {
    const { totals: lists } = await scenarioOf(context);
    if (lists.length === 0)
      return context.inconclusive('the lists of the subscription are too long, or cannot be read');
    for (const { title, short } of lists) {
      if (short === null) continue;
      const message = `a page of ${title} with page_size ${short.size} has ${plural(short.items, 'user')} after removals, and is not the last one`;
      context.report(short.answer, { at: '/items', expected: `${short.size}`, actual: `${short.items}`, message });
    }
    const counted = lists.filter(({ total }) => total !== null);
    if (counted.length === 0 && context.evidence.length === 0)
      return context.inconclusive('the list has no total (see paging.shape)');
    for (const { title, answer, total, items } of counted) {
      if (total === items) continue;
      const message = `total_items of ${title} is ${total} after removals, and the list has ${plural(items, 'user')}`;
      context.report(answer, { at: '/pagination/total_items', expected: `${items}`, actual: total, message });
    }
  },
};

export const ownFields: WriteRule = {
  id: 'deletion.own-fields',
  clause: 'deletion.own-fields',
  needs: [],
  appliesTo: isRemoval,
  async write(context) {
    const scenario = await scenarioOf(context);
    const { ownFields: read, consumptions } = scenario;
    const sent = removalsOf(scenario);
    const touched = sent.flatMap((deletion) => deletion.touched);
    for (const deletion of sent)
      reportTouched(context, deletion, `${deletion.what} returned ${deletion.answer.summary} and changed`);
    // Other fields of the consumptions are those of the users, which are compared with less time in between.
    if (consumptions !== null && context.evidence.length === 0)
      reportTouched(context, consumptions, 'the consumptions of the subscription show that deletions changed');
    const removed = goneBy(sent);
    const before = read.before.filter(({ user }) => removed.includes(user));
    const after = read.after.filter(({ user }) => removed.includes(user));
    const all = differencesOf(before, after);
    const differences = all.filter(({ name }) => isOfRemovals(name, after, read.edited, all));
    const names = new Set(differences.map(({ name }) => name));
    const proven = provenOf(differences);
    const provenOfOthers = touched.filter((one) => one.isProven).map(({ name }) => name);
    const { subscriptionId = '' } = context.removal.params([]);
    // An entry of the user's own list, such as an expired one, may be no subscription with users.
    for (const { user, id } of lostSubscriptions(before, after, subscriptionId))
      if ((await usersOf(context, id)) !== null) context.removal.takenAlong(user, true, id);
    handOver(context, touched, all, new Set([...provenOfOthers, ...proven]));
    if (context.evidence.length > 0) return;
    if (before.length < 2) context.inconclusive('fewer than two removed users could be read before and after');
    for (const name of proven) {
      const own = differences.filter((difference) => difference.name === name);
      const [first] = own;
      if (first === undefined) continue;
      const [was, is] = [brief(first.was.fields[name]), brief(first.is.fields[name])];
      const message = `${name} of ${plural(own.length, 'removed user')} changed, such as from ${was} to ${is} for ${first.is.user}`;
      const at = LISTS.includes(name) ? '' : `/${name}`;
      context.report(first.is.answer, { at, expected: was, actual: is, message });
    }
    if (context.evidence.length === 0 && differences.length > 0)
      context.inconclusive(
        `${[...names].join(', ')} changed in removed users, each in one, which another client may have done`,
      );
  },
};

/**
 * The fields that removals have changed: another client may change one of the users at the same time, or several in
 * different fields, but hardly several in the same one, or several fields of one user.
 */
function provenOf(differences: readonly Difference[]): Set<string> {
  const sizeOf = (own: readonly Difference[], of: (one: Difference) => string) => new Set(own.map(of)).size;
  const proven = differences.filter(({ name, is }) => {
    const alike = differences.filter((one) => changeOf(one.name) === changeOf(name));
    const ofUser = differences.filter((one) => one.is.user === is.user);
    return sizeOf(alike, (one) => one.is.user) > 1 || sizeOf(ofUser, (one) => one.name) >= SEVERAL;
  });
  return new Set(proven.map(({ name }) => name));
}

/** Hands over the users whom removals have changed, to restore or report them; only changes of some fields are proven. */
function handOver(
  context: WriteContext,
  touched: readonly Touched[],
  differences: readonly Difference[],
  proven: ReadonlySet<string>,
): void {
  for (const { name, changed } of touched) {
    for (const { was, is } of changed)
      context.removal.changed({ id: identity(was), before: was, now: is, names: [name] }, proven.has(name));
  }
  for (const { name, was, is } of differences) {
    context.removal.changed({ id: was.user, before: was.fields, now: is.fields, names: [name] }, proven.has(name));
  }
}

/** Reports the fields that changed in records of users who were not to be removed; `lead` begins each message. */
function reportTouched(
  context: WriteContext,
  { answer, touched }: Pick<Deletion, 'answer' | 'touched'>,
  lead: string,
): void {
  for (const { name, changed } of touched.filter(({ isProven }) => isProven)) {
    const [{ was, is }] = changed;
    const values = { was: brief(was[name]), is: brief(is[name]) };
    const message = `${lead} ${name} of ${plural(changed.length, 'other user')}, such as from ${values.was} to ${values.is} for ${identity(was)}`;
    context.report(answer, { at: `/items/*/${name}`, expected: values.was, actual: values.is, message });
  }
}
