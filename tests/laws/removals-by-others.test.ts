import { describe, expect, it, onTestFinished } from 'vitest';
import type { WriteRule } from '../../engine/run/rule.js';
import { on } from '../../reference/hooks.js';
import { type Context, DEFAULT_TOKEN, type Hook } from '../../reference/index.js';
import { authorization } from '../../suites/laws/writes/authorization.js';
import { effect, unknownSubscription, unknownUser } from '../../suites/laws/writes/deletion/deletion.js';
import { otherSubscriptions, ownFields } from '../../suites/laws/writes/deletion/reach.js';
import { runRules, served } from '../engine/writes/run-rules.js';

interface Given {
  readonly rules: readonly WriteRule[];
  readonly most?: number;
  readonly hook: (place: () => string) => Hook;
}

/** The outcomes of rules, by their ids; the hook gets the subscription that users may be removed from. */
async function outcomesOf({ rules, most = 7, hook }: Given) {
  let place = '';
  const { reference, target } = await served({ hooks: [hook(() => place)] });
  onTestFinished(() => reference.close());
  const { removableSubscriptionId, removableUserIds } = reference.fixtures;
  place = removableSubscriptionId;
  const fixtures = { removableSubscriptionId, removableUserIds: removableUserIds.split(',').slice(0, most).join(',') };
  const { results } = await runRules(
    { ...target, fixtures },
    { deleteSubscriptionUsers: rules },
    { allowDestroy: true, consistencyWindowMs: 60 },
  );
  return Object.fromEntries(
    results.filter(({ outcome }) => outcome !== 'not-applicable').map(({ check, outcome }) => [check.rule.id, outcome]),
  );
}

const idsIn = ({ params: { userIds = '' } }: Context): string[] => userIds.split(',');
const areKnown = (context: Context): boolean =>
  idsIn(context).every((id) => context.tenant.users.get(id) !== undefined);
const isCredentialed = ({ headers }: Context): boolean => headers.authorization === `Bearer ${DEFAULT_TOKEN}`;

/** With the first `times` deletions of a sort, another client removes the last user of the subscription. */
const leaving =
  (isOne: (context: Context, place: string) => boolean, times: number): Given['hook'] =>
  (place) => {
    let left = times;
    return on('deleteSubscriptionUsers', (steps) => ({
      authorize: (context) => {
        const { tenant } = context;
        const position = tenant.subscriptions.positionOf(place()) ?? 0;
        if (left > 0 && isOne(context, place())) {
          left -= 1;
          tenant.assignmentsOfSubscriptions[position] = (tenant.assignmentsOfSubscriptions[position] ?? []).slice(
            0,
            -1,
          );
        }
        steps.authorize(context);
      },
    }));
  };

const [, , unauthorized] = authorization;

describe('another user who leaves the subscription', () => {
  it.each([
    ['of an unknown user', unknownUser, (context: Context) => isCredentialed(context) && !areKnown(context)],
    ['of one user', effect, (context: Context, place: string) => isRemoval(context, place) && areKnown(context)],
    ['of several', effect, (context: Context, place: string) => isRemoval(context, place) && isOfSeveral(context)],
    ['from another place', unknownSubscription, (context: Context, place: string) => !isFrom(context, place)],
    ['without a credential', unauthorized, (context: Context) => !isCredentialed(context)],
  ])(
    'during a deletion %s is no finding, unless another one leaves with its repetition',
    async (_what, rule, isOne) => {
      const rules = rule === undefined ? [] : [rule];

      expect(Object.values(await outcomesOf({ rules, hook: leaving(isOne, 1) }))).toEqual(['inconclusive']);
      expect(Object.values(await outcomesOf({ rules, hook: leaving(isOne, 2) }))).toEqual(['fail']);
    },
  );
});

const isFrom = ({ params }: Context, place: string): boolean => params.subscriptionId?.toLowerCase() === place;
const isRemoval = (context: Context, place: string): boolean => isCredentialed(context) && isFrom(context, place);
const isOfSeveral = (context: Context): boolean => areKnown(context) && new Set(idsIn(context)).size > 1;

/** The positions of the other subscriptions of a user. */
const othersOf = ({ tenant }: Context, user: string, place: string): number[] =>
  (tenant.assignmentsOfUsers[tenant.users.positionOf(user) ?? -1] ?? [])
    .map(({ subscription }) => subscription)
    .filter((position) => tenant.subscriptions.at(position).id !== place);

describe('the other subscriptions of a removed user', () => {
  const losing =
    (times: number): Given['hook'] =>
    (place) => {
      let left = times;
      return (steps) => ({
        removeUsers: (subscription, ids, context) => {
          steps.removeUsers(subscription, ids, context);
          const [user = ''] = ids;
          const [other] = othersOf(context, user, place());
          if (left === 0 || other === undefined) return;
          left -= 1;
          steps.removeUsers(context.tenant.subscriptions.at(other), [user], context);
        },
      });
    };

  it('are no finding if another client removes the user from one of them, unless a second user shows it', async () => {
    const rules = [otherSubscriptions];

    expect(await outcomesOf({ rules, hook: losing(1) })).toEqual({ 'deletion.other-subscriptions': 'inconclusive' });
    expect(await outcomesOf({ rules, hook: losing(9) })).toEqual({ 'deletion.other-subscriptions': 'fail' });
  });

  it('are not compared if they show no ids, since their other values change by themselves', async () => {
    let reads = 0;
    const withoutIds = on('getUserSubscriptions', (steps) => ({
      collect: (context) => {
        reads += 1;
        const lastActivity = new Date(1.7e12 + reads * 1000).toISOString();
        return steps.collect(context).map(({ id: _id, ...one }) => ({ ...one, lastActivity }));
      },
    }));

    const outcomes = await outcomesOf({ rules: [otherSubscriptions], hook: () => withoutIds });

    expect(outcomes).toEqual({ 'deletion.other-subscriptions': 'inconclusive' });
  });

  it('are no finding if the user is behind the last page that is read of a long list', async () => {
    let isRemoved = false;
    const strangers = Array.from({ length: 2300 }, (_unused, index) => ({ id: `stranger-${index}` }));
    const long =
      (place: () => string): Hook =>
      (steps) => ({
        removeUsers: (...given) => {
          isRemoved = areKnown(given[2]);
          steps.removeUsers(...given);
        },
        collect: (context) => {
          const all = steps.collect(context);
          if (context.operation.id !== 'getSubscriptionUsers' || isFrom(context, place())) return all;
          return isRemoved ? [...strangers, ...all] : [...all, ...strangers];
        },
      });

    const outcomes = await outcomesOf({ rules: [otherSubscriptions], hook: long });

    expect(isRemoved).toBe(true);
    expect(outcomes).toEqual({ 'deletion.other-subscriptions': 'pass' });
  });
});

describe('fields of removed users that another client edits', () => {
  const editing =
    (names: readonly string[]): Given['hook'] =>
    () => {
      const left = [...names];
      return (steps) => ({
        removeUsers: (subscription, ids, context) => {
          steps.removeUsers(subscription, ids, context);
          for (const id of ids) {
            const user = context.tenant.users.get(id);
            const name = left.shift();
            if (user !== undefined && name !== undefined)
              context.tenant.users.replace({ ...user, [name]: 'Elsewhere' });
          }
        },
      });
    };

  it.each([
    ['no finding if they differ from user to user', ['department', 'country'], 'inconclusive'],
    ['a finding if two users were changed in the same one', ['department', 'department'], 'fail'],
  ])('are %s', async (_what, names, outcome) => {
    expect(await outcomesOf({ rules: [ownFields], hook: editing(names) })).toEqual({ 'deletion.own-fields': outcome });
  });
});
