import { afterEach, expect, it } from 'vitest';
import type { Hook, Reference } from '../../../reference/index.js';
import { Refusal } from '../../../reference/refusal.js';
import { writeVariants } from '../../../reference/variants/writes/index.js';
import { ruleOf, runRules, served } from './run-rules.js';

const outdated = writeVariants.find(({ id }) => id === 'the-name-of-the-owner-is-outdated-until-a-write-refreshes-it');

const open: Reference[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((reference) => reference.close()));
});

async function start(...hooks: Hook[]) {
  const made = await served({ hooks: [...(outdated?.hooks ?? []), ...hooks] });
  open.push(made.reference);
  return { ...made, before: made.reference.tenant.applications.records };
}

const ids: string[] = [];
const update = ruleOf('update', async (context) => {
  ids.splice(0, ids.length, context.record.id);
  await context.send({ record: context.record, body: context.patchFor(context.record, { notes: 'of the run' }) });
});
const bulk = ruleOf(
  'bulk',
  async (context) => {
    ids.splice(0, ids.length, ...context.records.map(({ id }) => id));
    const answer = await context.send({ body: { scope: context.listedScope, ids, body: { approved: true } } });
    await context.pollTask(answer);
  },
  { records: 3 },
);

it.each([
  ['updateApplication', update],
  ['bulkUpdateApplications', bulk],
])('an outdated copy of a name that %s refreshes is no change to restore', async (operation, rule) => {
  const { reference, target, before } = await start();

  const { results, restoration } = await runRules(target, { [operation]: [rule] });

  expect(results.map(({ outcome, reason }) => [outcome, reason])).toEqual([['pass', null]]);
  expect(restoration?.left).toEqual([]);
  expect(restoration?.refreshed).toBe(ids.length);
  const { applications, users } = reference.tenant;
  const expected = before.map((one) =>
    ids.includes(one.id) ? { ...one, primaryOwnerName: users.get(String(one.primaryOwnerId))?.displayName } : one,
  );
  expect(applications.records).toEqual(expected);
});

it('a copy that the test of the own values refreshes is known to a rule, even if reads show it late', async () => {
  const late = writeVariants.find(({ id }) => id === 'a-write-is-visible-120-ms-later');
  const { reference, target } = await start(...(late?.hooks ?? []));
  let shown: Record<string, unknown> = {};
  const look = ruleOf('look', async ({ record }) => {
    shown = record.before;
  });

  await runRules(target, { updateApplication: [look] }, { consistencyWindowMs: 2000 });

  const { displayName } = reference.tenant.users.get(String(shown.primaryOwnerId)) ?? {};
  expect(shown.primaryOwnerName).toBe(displayName);
});

it.each([
  ['a constant', () => 'no owner'],
  ['nothing', () => ''],
  ['the name of another user', ({ users }: Reference['tenant']) => users.records[5]?.displayName],
])('a copy that a write replaces with %s is left and stays in the journal', async (_what, nameOf) => {
  let tenant: Reference['tenant'] | undefined;
  const { reference, target } = await start((steps) => ({
    applyPatch: (...given) => ({
      ...steps.applyPatch(...given),
      primaryOwnerName: tenant === undefined ? undefined : nameOf(tenant),
    }),
  }));
  ({ tenant } = reference);

  const { restoration } = await runRules(
    target,
    { updateApplication: [{ ...update, unproven: true }] },
    { consistencyWindowMs: 20 },
  );

  expect(restoration?.left).toMatchObject([{ kind: 'application', id: ids[0], fields: { primaryOwnerName: {} } }]);
  expect(restoration?.refreshed).toBe(0);
});

it('a copy of a text of a user whom another client has removed is no change to restore', async () => {
  let gone: unknown;
  const { target } = await start((steps) => ({
    applyPatch: (before, ...given) => {
      gone ??= before.primaryOwnerId;
      return { ...steps.applyPatch(before, ...given), primaryOwnerName: '(deleted user)' };
    },
    find: (kind, id, context) => {
      if (kind === 'user' && id === gone) throw new Refusal(404, 'no such user');
      return steps.find(kind, id, context);
    },
  }));

  const { restoration } = await runRules(
    target,
    { updateApplication: [{ ...update, unproven: true }] },
    { consistencyWindowMs: 20 },
  );

  expect(restoration?.left).toEqual([]);
  expect(restoration?.refreshed).toBe(1);
});
