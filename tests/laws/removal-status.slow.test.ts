import { expect, it, onTestFinished } from 'vitest';
import { on, presented, sent } from '../../reference/hooks.js';
import { generateTenant, type Hook } from '../../reference/index.js';
import { Refusal } from '../../reference/refusal.js';
import { effect, usersRemain } from '../../suites/laws/writes/deletion/deletion.js';
import { otherSubscriptions } from '../../suites/laws/writes/deletion/reach.js';
import { runRules, served, tenant as usual } from '../engine/writes/run-rules.js';

/** Deletions that would succeed return another status. */
const returning = (status: number): Hook =>
  on(
    'deleteSubscriptionUsers',
    sent((reply) => (reply.status < 300 ? { ...reply, status, text: null } : reply)),
  );

/** Users are removed some time after the response. */
const removingLate =
  (ms: number): Hook =>
  (steps) => ({
    removeUsers(...given) {
      const [{ id }, users, { tenant }] = given;
      const seats = tenant.assignmentsOfSubscriptions[tenant.subscriptions.positionOf(id) ?? 0] ?? [];
      const has = (user: string) => seats.some((seat) => seat.user === tenant.users.positionOf(user));
      if (users.every(has)) setTimeout(() => steps.removeUsers(...given), ms);
    },
  });

const effectOn = (...hooks: readonly Hook[]) => effectOf({}, ...hooks);

async function effectOf({ most = 24, windowMs = 2000, tenant = usual, rule = effect }, ...hooks: readonly Hook[]) {
  const { reference, target } = await served({ hooks, tenant });
  onTestFinished(() => reference.close());
  const { removableSubscriptionId: subscription = '', removableUserIds: users = '' } = reference.fixtures;
  const removableUserIds = users.split(',').slice(0, most).join(',');
  const fixtures = { removableSubscriptionId: subscription, removableUserIds };
  const { results } = await runRules(
    { ...target, fixtures },
    { deleteSubscriptionUsers: [rule] },
    { allowDestroy: true, consistencyWindowMs: windowMs },
  );
  return results.map(({ outcome, reason }) => ({ outcome, reason }));
}

it.each([200, 202, 204])('accepts a deletion that returns %i and takes effect', async (status) => {
  expect(await effectOn(returning(status))).toEqual([{ outcome: 'pass', reason: null }]);
});

it.each([
  ['a redirect, which may be the success that the document does not show', 303],
  ['an error of a gateway, which does not come from the target', 504],
])('blames no deletion that takes effect and returns %s', async (_what, status) => {
  const [result] = await effectOn(returning(status));

  expect(result).toEqual({
    outcome: 'inconclusive',
    reason: expect.stringMatching(new RegExp(`^a deletion of one user returned ${status}, although it took effect`)),
  });
});

it('blames no deletion that takes effect only after the error of a gateway', async () => {
  const [result] = await effectOn(removingLate(100), returning(504));

  expect(result?.outcome).toBe('inconclusive');
});

it.each([400, 500])('blames deletions that take effect and return %i', async (status) => {
  const [result] = await effectOn(returning(status));

  expect(result?.outcome).toBe('fail');
});

/**
 * After each deletion, another client changes the order of the list between its first two pages, twice: the same user is
 * on both of them, and the last user is on neither.
 */
const movingList = (): Hook => {
  let moves = 0;
  return (steps) => ({
    write: (context) => {
      moves = 2;
      return steps.write(context);
    },
    collect: (context) => {
      const all = steps.collect(context);
      const isSecond = context.operation.id === 'getSubscriptionUsers' && context.query.page_number === '2';
      if (!isSecond || moves === 0) return all;
      moves -= 1;
      return [...all.slice(-1), ...all.slice(1, -1), ...all.slice(0, 1)];
    },
  });
};

it('blames no deletion for users who move between the pages of a list', async () => {
  const sizes = { applications: 4, users: 400, subscriptions: 2, agreements: 1, contracts: 1 };
  const [result] = await effectOf({ most: 8, windowMs: 60, tenant: generateTenant({ seed: 3, sizes }) }, movingList());

  expect(result).toEqual({ outcome: 'pass', reason: null });
});

it('blames no deletion for the users of another subscription that can no longer be read', async () => {
  let removedFrom: string | undefined;
  const unreadable: Hook = (steps) => ({
    removeUsers: (...given) => {
      const [{ id }, users, { tenant }] = given;
      if (users.every((user) => tenant.users.positionOf(user) !== undefined)) removedFrom = id;
      steps.removeUsers(...given);
    },
    perform: (context) => {
      const { subscriptionId = '' } = context.params;
      const isOther = removedFrom !== undefined && subscriptionId !== removedFrom;
      const isKnown = context.tenant.subscriptions.positionOf(subscriptionId) !== undefined;
      if (isOther && isKnown && context.operation.id === 'getSubscriptionUsers') throw new Refusal(500, 'not now');
      return steps.perform(context);
    },
  });
  const [result] = await effectOf({ most: 3, windowMs: 60, rule: otherSubscriptions }, unreadable);

  expect(removedFrom).toBeDefined();
  expect(result).toEqual({ outcome: 'pass', reason: null });
});

it('removes three users at once where no more may be removed', async () => {
  const keepingMiddle: Hook = (steps) => ({
    removeUsers: (subscription, [first = '', _middle, ...others], context) =>
      steps.removeUsers(subscription, [first, ...others], context),
  });
  const [result] = await effectOf({ most: 3, windowMs: 60 }, keepingMiddle);

  expect(result?.outcome).toBe('fail');
});

it('reads a removed user by the id as the target spells it', async () => {
  const exact = on('getUser', (steps) => ({
    perform: (context) => {
      const { userId = '' } = context.params;
      if (userId !== userId.toUpperCase()) throw new Refusal(404, 'no such user');
      return steps.perform(context);
    },
  }));
  const upper = presented((one) => (typeof one.id === 'string' ? { ...one, id: one.id.toUpperCase() } : one));
  const { reference, target } = await served({ hooks: [exact, upper] });
  onTestFinished(() => reference.close());
  const { removableUserIds = '' } = reference.fixtures;
  const fixtures = { ...reference.fixtures, removableUserIds: removableUserIds.toUpperCase() };

  const { results } = await runRules(
    { ...target, fixtures },
    { deleteSubscriptionUsers: [usersRemain] },
    { allowDestroy: true, consistencyWindowMs: 60 },
  );

  expect(results.map(({ outcome, reason }) => ({ outcome, reason }))).toEqual([{ outcome: 'pass', reason: null }]);
});

it('reports those users alone as removed who are gone, and no removal that was rejected', async () => {
  const { reference, target } = await served();
  onTestFinished(() => reference.close());
  const { removableSubscriptionId, removableUserIds } = reference.fixtures;
  const given = removableUserIds.split(',').slice(0, 6);
  const fixtures = { removableSubscriptionId, removableUserIds: given.join(',') };
  const { tenant } = reference;
  const assigned = () => {
    const seats = tenant.assignmentsOfSubscriptions[tenant.subscriptions.positionOf(removableSubscriptionId) ?? 0];
    return new Set(seats?.map(({ user }) => tenant.users.at(user).id));
  };

  const { restoration } = await runRules(
    { ...target, fixtures },
    { deleteSubscriptionUsers: [effect] },
    { allowDestroy: true, consistencyWindowMs: 60 },
  );

  const gone = given.filter((id) => !assigned().has(id));
  expect(gone.length).toBeGreaterThan(3);
  expect(restoration?.removed.flatMap(({ removed }) => removed).toSorted()).toEqual(gone.toSorted());
});
