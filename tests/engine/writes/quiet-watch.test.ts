import { afterAll, expect, it } from 'vitest';
import { on, sent } from '../../../reference/hooks.js';
import { generateTenant, type Hook, type Reference } from '../../../reference/index.js';
import { allFlags, bodyOf } from '../../../suites/laws/writes/bulk/order.js';
import { ruleOf, runRules, served } from './run-rules.js';

// Each run waits for changes while it writes nothing, so that they run at once.
const open: Reference[] = [];
afterAll(async () => {
  await Promise.all(open.map((one) => one.close()));
});

type Flag = 'isOnline' | 'isInReview';

/** Another client changes a flag of one user after the other, with every request. */
const edits =
  (flag: Flag): Hook =>
  (steps) => {
    let at = 0;
    return {
      perform: (context) => {
        const { users } = context.tenant;
        const user = users.at(at % users.records.length);
        users.replace({ ...user, [flag]: !user[flag] });
        at += 37;
        return steps.perform(context);
      },
    };
  };

/** Two pages of users. */
const large = generateTenant({
  seed: 12,
  sizes: { applications: 10, users: 130, subscriptions: 2, agreements: 1, contracts: 1 },
});

/** A place, with the fields that it concerns if it does not name one. */
type Place = string | { readonly at: string; readonly fields: readonly string[] };

/** A rule that blames its write for some places of a record each time. */
const blaming = (...places: readonly Place[]) =>
  ruleOf('blaming', async (context) => {
    const { record } = context;
    const answer = await context.send({ record, body: context.patchFor(record) });
    for (const one of places) {
      const place = typeof one === 'string' ? { at: one } : one;
      context.report(answer, { ...place, expected: 'a', actual: 'b', message: 'changed' });
    }
  });

async function resultOf(places: readonly Place[], hooks: readonly Hook[] = []) {
  const { reference, target } = await served({ hooks });
  open.push(reference);
  const { results } = await runRules(target, { updateUser: [blaming(...places)] });
  const [result] = results;
  return { outcome: result?.outcome, reason: result?.reason, places: result?.evidence.map((one) => one.difference.at) };
}

it.concurrent.each(['/isOnline', '/items/*/isOnline', '/items/*', ''])(
  'blames no write for a field that another client changes while nothing is written, at %j',
  async (place) => {
    const result = await resultOf([place], [edits('isOnline')]);

    expect(result).toMatchObject({
      outcome: 'inconclusive',
      reason:
        'isOnline of user records also changes while the run writes nothing: by another client, or late by an earlier write',
    });
  },
);

it.concurrent('blames it for the other fields all the same', async () => {
  const { outcome, places } = await resultOf(['/isOnline', '/isInReview', 'status'], [edits('isInReview')]);

  expect({ outcome, places }).toEqual({ outcome: 'fail', places: ['/isOnline', 'status'] });
});

it.concurrent('blames it for the fields that a difference names, whatever else changes', async () => {
  const other = await resultOf([{ at: '', fields: ['isOnline'] }], [edits('isInReview')]);
  const same = await resultOf([{ at: '', fields: ['isOnline', 'isInReview'] }], [edits('isInReview')]);

  expect([other.outcome, same.outcome]).toEqual(['fail', 'inconclusive']);
});

it.concurrent('blames it for a body that is not JSON, which no other client can change', async () => {
  const withoutJson = on(
    'updateUser',
    sent((reply) => ({ ...reply, text: 'updated' })),
  );
  const { outcome } = await resultOf([''], [edits('isOnline'), withoutJson]);

  expect(outcome).toBe('fail');
});

it.concurrent('blames it for a task, although a field of a record has the same name as one of a task', async () => {
  const { reference, target } = await served({ hooks: [edits('isOnline')] });
  open.push(reference);
  const rule = ruleOf('blaming-the-task', async (context) => {
    const body = bodyOf(context, [context.record.id], allFlags(context, true));
    const { last } = await context.pollTask(await context.send({ body }));
    context.report(last.answer, { at: '/isOnline', expected: 'a', actual: 'b', message: 'changed' });
  });
  const { results } = await runRules(target, { bulkUpdateUsers: [rule] });

  expect(results.map(({ outcome }) => outcome)).toEqual(['fail']);
});

it.concurrent('blames no write where the list cannot be read, and says so', async () => {
  let failing = false;
  const failingList = on(
    'getUsers',
    sent((reply) => (failing ? { ...reply, status: 500 } : reply)),
  );
  const { reference, target } = await served({ hooks: [failingList] });
  open.push(reference);
  let runs = 0;
  const rule = ruleOf('blaming', async (context) => {
    const { record } = context;
    const answer = await context.send({ record, body: context.patchFor(record) });
    context.report(answer, { at: '/isOnline', expected: 'a', actual: 'b', message: 'changed' });
    runs += 1;
    failing = runs === 2;
  });
  const { results } = await runRules(target, { updateUser: [rule] });

  expect(results).toMatchObject([
    {
      outcome: 'inconclusive',
      reason: expect.stringMatching(/^whether another client changes these fields could not be checked: /),
    },
  ]);
});

it.concurrent('blames no write for a field that changes only in a record beyond the first page of the list', async () => {
  let blamed = '';
  /** The field of that record changes by itself. */
  const ages: Hook = (steps) => ({
    perform: (context) => {
      const { users } = context.tenant;
      const user = users.get(blamed);
      if (user !== undefined) users.replace({ ...user, potentialSavings: user.potentialSavings + 1 });
      return steps.perform(context);
    },
  });
  const { reference, target } = await served({ tenant: large, hooks: [ages] });
  open.push(reference);
  const ids = large.users.records.slice(110, 116).map(({ id }) => id);
  const first = ruleOf('blaming-one', async (context) => {
    const { record } = context;
    blamed = record.id;
    const answer = await context.send({ record, body: context.patchFor(record) });
    context.report(answer, { at: '/potentialSavings', expected: 'a', actual: 'b', message: 'changed' });
  });
  const second = ruleOf(
    'blaming-others',
    async (context) => {
      for (const record of context.records) {
        const answer = await context.send({ record, body: context.patchFor(record) });
        context.report(answer, { at: 'status', expected: 'a', actual: 'b', message: 'refused' });
      }
    },
    { records: 3 },
  );
  const fixtures = { writableUserIds: ids.join(',') };
  const { results } = await runRules({ ...target, fixtures }, { updateUser: [first, second] });

  expect(results.map(({ check, outcome }) => [check.rule.id, outcome])).toEqual([
    ['blaming-one', 'inconclusive'],
    ['blaming-others', 'fail'],
  ]);
});

it.concurrent('blames it where every field is stable, and for what no other client can change', async () => {
  const stable = await resultOf(['/isOnline']);
  const status = await resultOf(['status'], [edits('isOnline')]);

  expect([stable.outcome, status.outcome]).toEqual(['fail', 'fail']);
});
