import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { WriteRule } from '../../../engine/run/rule.js';
import { ruleOf, runRules, served } from './run-rules.js';

/** Rules that hold records for a while, and what was held at the same time. */
function holding(count: number, records: number) {
  const held = new Set<string>();
  const shared: string[] = [];
  let most = 0;
  const rules = Array.from(
    { length: count },
    (_unused, index): WriteRule =>
      ruleOf(
        `holds-${index}`,
        async (context) => {
          const ids = context.records.map(({ id }) => id);
          expect(new Set(ids).size).toBe(records);
          shared.push(...ids.filter((id) => held.has(id)));
          for (const id of ids) held.add(id);
          most = Math.max(most, held.size);
          await sleep(20);
          for (const id of ids) held.delete(id);
        },
        { records },
      ),
  );
  return { rules, shared, most: () => most };
}

async function targetOf(fixtures: Readonly<Record<string, string>> = {}) {
  const { reference, target } = await served();
  onTestFinished(() => reference.close());
  const ids = reference.tenant.users.records.map(({ id }) => id);
  return { target: { ...target, fixtures }, ids };
}

it('no two checks have a record at the same time, though many run side by side', async () => {
  const { target } = await targetOf();
  const { rules, shared, most } = holding(30, 3);

  const { results } = await runRules(target, { updateUser: rules });

  expect(results.map(({ outcome, reason }) => reason ?? outcome)).toEqual(results.map(() => 'pass'));
  expect(shared).toEqual([]);
  expect(most()).toBeGreaterThan(3);
});

it('a target with few records that may be written to serves the checks one after the other', async () => {
  const { ids } = await targetOf();
  const { target } = await targetOf({ writableUserIds: ids.slice(0, 4).join(',') });
  const { rules, shared, most } = holding(6, 3);

  const { results, restoration } = await runRules(target, { updateUser: rules });

  expect(results.map(({ outcome }) => outcome)).toEqual(results.map(() => 'pass'));
  expect(shared).toEqual([]);
  expect(most()).toBe(3);
  expect(restoration?.touched.every((key) => ids.slice(0, 4).includes(key.split(' ')[1] ?? ''))).toBe(true);
});

it('a check that needs more than there are is inconclusive, and says what would help', async () => {
  const { ids } = await targetOf();
  const { target } = await targetOf({ writableUserIds: ids.slice(0, 2).join(',') });

  const { results } = await runRules(target, { updateUser: holding(1, 3).rules });

  expect(results[0]).toMatchObject({
    outcome: 'inconclusive',
    reason:
      'it needs 3 user records that can be restored, and there are 2; name some with --fixture writableUserIds=ID,ID',
  });
});

it('a check of all records runs alone, and only where that is allowed', async () => {
  const { target, ids } = await targetOf();
  const few = holding(4, 2);
  let alone = 0;
  const all = ruleOf(
    'all',
    async (context) => {
      alone = context.records.length;
    },
    { records: 'all' },
  );

  const without = await runRules(target, { bulkUpdateUsers: [all, ...few.rules] });
  const having = await runRules(target, { bulkUpdateUsers: [all, ...few.rules] }, { allowScopeAll: true });

  expect(without.results[0]).toMatchObject({ outcome: 'excluded', reason: 'needs --allow-scope-all' });
  expect(having.results.map(({ outcome }) => outcome)).toEqual(having.results.map(() => 'pass'));
  expect(alone).toBe(ids.length);
});

it("a record that is not the check's own is never written to", async () => {
  const { target, ids } = await targetOf();
  const stray = ruleOf('stray', async (context) => {
    const stranger = ids.find((id) => id !== context.record.id) ?? '';
    await context.send({ params: { userId: stranger }, body: context.patchFor(context.record) });
  });

  const { results } = await runRules(target, { updateUser: [stray] });

  expect(results[0]).toMatchObject({
    outcome: 'inconclusive',
    reason: expect.stringContaining('should not exist, returned 200, so nothing is written to it'),
  });
});

it('all records are never meant where that is not allowed', async () => {
  const { target } = await targetOf();
  const all = ruleOf('all', async (context) => {
    await context.send({ body: { scope: 'All', body: { onlineOnly: true } } });
  });

  const { results } = await runRules(target, { bulkUpdateUsers: [all] });

  expect(results[0]).toMatchObject({ outcome: 'inconclusive', reason: expect.stringContaining('--allow-scope-all') });
});
