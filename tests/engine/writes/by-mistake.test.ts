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

it('what a target changes besides is seen, and put back where it is what was sent', async () => {
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
  // Nothing of it is put back by a bulk update, which would hit all once more.
  expect(digestOf(reference)).toBe(before);
});

it('a request that a target takes for all records finds all of them in the journal', async () => {
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

it('what a check has hit besides is left to it while it is at work, so that it can see it', async () => {
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
    // A moment later the check is over, and what it leaves behind is put back.
    setTimeout(() => events.emit('over'), 300);
  });

  const { restoration } = await runRules(target, { bulkUpdateUsers: [wide, other] }, { allowScopeAll: true });

  expect(hit).toBeGreaterThan(10);
  expect(restoration?.left).toEqual([]);
  expect(digestOf(reference)).toBe(before);
});
