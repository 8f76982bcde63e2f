import { expect, it } from 'vitest';
import { on } from '../../reference/hooks.js';
import type { Hook } from '../../reference/index.js';
import { Refusal } from '../../reference/refusal.js';
import { unassignedLicenses } from '../../reference/unassigned-licenses.js';
import { checkReference } from '../conformance/check-reference.js';

const LIST = 'getSubscriptionUsers';

async function outcomesOf(...hooks: Hook[]) {
  const rules = ['relations.empty-subscription', 'relations.empty-parent'];
  const { checks } = await checkReference({ reference: { hooks }, options: { operations: [LIST], rules } });
  const own = rules.map((rule) => checks.find(({ id }) => id === `${LIST}/${rule}`));
  return own.map((o) => o?.outcome);
}

const withoutUsers = (error: () => Error): Hook =>
  on(LIST, (steps) => ({
    collect: (context) => {
      const users = steps.collect(context);
      if (users.length === 0) throw error();
      return users;
    },
  }));

it('a subscription without users is found by its license', async () => {
  expect(await outcomesOf(unassignedLicenses)).toEqual(['pass', 'pass']);
  for (const error of [new Refusal(404, 'nothing'), new Error('nothing')])
    expect(
      (
        await outcomesOf(
          unassignedLicenses,
          withoutUsers(() => error),
        )
      )[0],
    ).toBe('fail');
});

it('a subscription that the caller may not read is no finding', async () => {
  const forbidden = withoutUsers(() => new Refusal(403, 'not allowed'));

  expect(await outcomesOf(unassignedLicenses, forbidden)).toEqual(['pass', 'inconclusive']);
});

it('nothing is known of subscriptions without users where licenses have ids of their own', async () => {
  expect(await outcomesOf()).toEqual(['inconclusive', 'inconclusive']);
});

it('a license of an application that has no subscription says nothing about those with users', async () => {
  const without: Hook = (steps) => ({
    find: (kind, id, context) => {
      if (kind === 'subscription' && context.operation.id === LIST) throw new Refusal(404, 'no such subscription');
      return steps.find(kind, id, context);
    },
  });

  expect(await outcomesOf(unassignedLicenses, without)).toEqual(['inconclusive', 'inconclusive']);
});
