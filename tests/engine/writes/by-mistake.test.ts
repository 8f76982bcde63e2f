import { EventEmitter, once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { check } from '../../../conformance/check.js';
import type { Hook } from '../../../reference/index.js';
import { digestOf, ruleOf, runRules, served } from './run-rules.js';

/** A bulk update of listed records changes every record. */
const hitsAll: Hook = (steps) => ({
  select: (request, context) => ({
    ...steps.select(request, context),
    ids: context.tenant.users.records.map(({ id }) => id),
  }),
});

async function start(hook: Hook) {
  const { reference, target } = await served({ hooks: [hook] });
  onTestFinished(() => reference.close());
  return { reference, target, before: digestOf(reference) };
}

it('other records that a target changes are detected, and restored when they have the sent values', async () => {
  const { reference, target, before } = await start(hitsAll);
  const rule = ruleOf('rule', async (context) => {
    const others = await context.others();
    const body = { scope: context.listedScope, ids: [context.record.id], body: { onlineOnly: true } };
    const answer = await context.send({ body });
    await context.pollTask(answer);
    const [first] = await others.changed({ isOnline: true });
    if (first !== undefined) {
      context.report(answer, {
        at: '/isOnline',
        expected: 'unchanged',
        actual: true,
        message: 'others are changed too',
      });
    }
  });

  const { results, restoration } = await runRules(target, { bulkUpdateUsers: [rule] });

  expect(results[0]?.outcome).toBe('fail');
  expect(restoration?.left).toEqual([]);
  expect(restoration?.touched.length).toBeGreaterThan(10);
  // No bulk update restores it, since that would change all records again.
  expect(digestOf(reference)).toBe(before);
});

it('all records are in the journal before a request that a target may apply to all of them', async () => {
  const takesAll: Hook = (steps) => ({
    readBody: (context) => ({ scope: 'All', ...JSON.parse(context.body ?? '{}') }),
    select: (request, context) => steps.select(request, context),
  });
  const { reference, target, before } = await start(takesAll);

  const report = await check(target, {
    seed: 1,
    allowWrites: true,
    allowScopeAll: true,
    operations: ['bulkUpdateUsers'],
    rules: ['bulk.required-members'],
    consistencyWindowMs: 300,
    journal: `/tmp/touchstone-${process.pid}-${Date.now()}.jsonl`,
  });

  expect(report.checks.find(({ id }) => id === 'bulkUpdateUsers/bulk.required-members')?.outcome).toBe('fail');
  expect(report.restoration?.left).toEqual([]);
  expect(digestOf(reference)).toBe(before);
});

it('other records that a running check changed stay changed until it ends, so that it can detect them', async () => {
  const takesAll: Hook = () => ({
    readBody: (context) => ({ scope: 'All', ...JSON.parse(context.body ?? '{}') }),
  });
  const { reference, target, before } = await start(takesAll);
  let hit = 0;
  const events = new EventEmitter();
  const [isHit, isOver] = [once(events, 'hit'), once(events, 'over')];
  const wide = ruleOf('wide', async (context) => {
    const others = await context.others();
    await context.pollTask(await context.send({ body: { ids: [context.record.id], body: { onlineOnly: true } } }));
    events.emit('hit');
    await isOver;
    hit = (await others.changed({ isOnline: true })).length;
  });
  const other = ruleOf('other', async () => {
    await isHit;
    // A moment later the check has ended, and its changes are restored.
    setTimeout(() => events.emit('over'), 300);
  });

  const { restoration } = await runRules(target, { bulkUpdateUsers: [wide, other] }, { allowScopeAll: true });

  expect(hit).toBeGreaterThan(10);
  expect(restoration?.left).toEqual([]);
  expect(digestOf(reference)).toBe(before);
});
