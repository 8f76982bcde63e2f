import { expect, it } from 'vitest';
import { operation } from '../../../contract/operations/index.js';
import { TaskPatience } from '../../../engine/writes/task-patience.js';
import { unknownId } from '../../../generators/ids.js';
import { allFlags, bodyOf } from '../../../suites/laws/writes/bulk/order.js';
import { completes } from '../../../suites/laws/writes/bulk/tasks.js';
import { ruleOf } from './run-rules.js';
import { STRICT } from './simulation/choices.js';
import { simulate } from './simulation/simulate.js';

it('gives every task the whole time-out as long as all end in time', () => {
  const patience = new TaskPatience(60_000);

  expect([patience.next(), patience.next()]).toEqual([
    { ms: 60_000, ofRest: false },
    { ms: 60_000, ofRest: false },
  ]);
});

it('shares half a minute among all tasks once one has not ended in time', () => {
  const patience = new TaskPatience(60_000);
  const [one, other] = [patience.next(), patience.next()];

  // They were waited for side by side, so the second one takes nothing from what is left.
  patience.recordTimeout(one, 60_000);
  patience.recordTimeout(other, 60_000);
  const third = patience.next();
  patience.recordTimeout(third, 20_000);

  expect([third, patience.next()]).toEqual([
    { ms: 30_000, ofRest: true },
    { ms: 10_000, ofRest: true },
  ]);
});

it('leaves no more than the time-out where that is shorter', () => {
  const patience = new TaskPatience(2000);

  patience.recordTimeout(patience.next(), 2000);

  expect(patience.next()).toEqual({ ms: 2000, ofRest: true });
});

it('gives a task that is to have it the whole time-out all the same, and takes nothing from the others for it', () => {
  const patience = new TaskPatience(60_000);
  patience.recordTimeout(patience.next(), 60_000);

  const whole = patience.next(true);
  patience.recordTimeout(whole, 60_000);

  expect([whole, patience.next()]).toEqual([
    { ms: 60_000, ofRest: false },
    { ms: 30_000, ofRest: true },
  ]);
});

const tasks = {
  users: 40,
  latencyMs: 5,
  taskMs: [20, 300],
  lagMs: 0,
  taskUnknownMs: 0,
  oneBulkAtATime: false,
} as const;

it('a run on a target whose tasks never complete waits a minute and a half for them', async () => {
  const { durationMs, changed, outcome } = await simulate({
    seed: 1,
    choices: { ...tasks, refusesNoChange: false, taskMs: [1e9, 1e9] },
    options: { taskTimeoutMs: 60_000 },
  });

  expect(durationMs).toBeLessThan(120_000);
  expect(changed).toEqual([]);
  expect(outcome.restoration?.left).toEqual([]);
  expect(outcome.restoration?.unended).toBeGreaterThan(0);
});

const refusing = { ...STRICT, refusesNoChange: false };

it.each([
  { defect: 'a task never becomes Complete', endsWithin: 120_000 },
  { defect: 'the status of a task is a number', endsWithin: 120_000 },
  { defect: 'a task that runs is answered with 500', endsWithin: 10_000 },
  // The checks give up at the first 500, and what restores the records waits for the tasks: it used to pause at each 500.
  { defect: 'a task that runs is answered with 500', taskMs: [3000, 3000], endsWithin: 18_000 },
  { defect: 'every task is answered with 500', endsWithin: 120_000 },
] as const)(
  'a run on a target where $defect ends in time, and restores everything',
  async ({ defect, endsWithin, ...rest }) => {
    const { durationMs, changed, journal } = await simulate({
      seed: 1,
      choices: { ...tasks, ...refusing, ...rest, defect },
      options: { taskTimeoutMs: 60_000, consistencyWindowMs: 60 },
    });

    expect(durationMs).toBeLessThan(endsWithin);
    expect(changed).toEqual([]);
    expect(journal.unsettled()).toEqual([]);
  },
);

it('blames no task that was hardly waited for, but the one that used up the time-out', async () => {
  const { outcome } = await simulate({
    seed: 1,
    choices: { ...tasks, ...refusing, defect: 'a task never becomes Complete' },
    options: { taskTimeoutMs: 60_000 },
  });

  const completes = outcome.results.find(({ check }) => check.id === 'bulkUpdateUsers/tasks.completes');
  expect(completes?.outcome).toBe('fail');
  expect(completes?.evidence[0]?.difference.message).toMatch(
    /still has the status "\w+" (?:[6-9]\d|\d{3})\d{3} ms after it was started/,
  );
});

it('decides nothing about tasks where the first ones take too long and later ones are not waited for', async () => {
  const { outcome } = await simulate({
    seed: 1,
    choices: { ...tasks, ...refusing, taskMsAtFirst: 91_000 },
    options: { taskTimeoutMs: 60_000 },
  });

  expect(outcome.results.filter((one) => one.outcome === 'fail')).toEqual([]);
});

/** Sends bulk updates with an unknown id until their tasks have used up the time for all. */
const usingUpTheTime = ruleOf(
  'using-up-the-time',
  async (context) => {
    const body = bodyOf(context, [context.record.id, unknownId(1)], allFlags(context, true));
    for (let sent = 1; sent <= 2; sent += 1) await context.pollTask(await context.send({ body }));
  },
  { records: 1 },
);

it('blames no task with unknown ids, whose last status is unspecified, and waits for one without them', async () => {
  const { outcome } = await simulate({
    seed: 1,
    choices: { ...tasks, taskMs: [2000, 2000], partialStatus: 'PartiallyComplete' },
    options: { operations: ['bulkUpdateUsers'] },
    // Rules that watch other records run after all others.
    rules: [{ operation: operation('bulkUpdateUsers'), rules: [usingUpTheTime, { ...completes, watches: true }] }],
  });

  expect(outcome.results.map((one) => [one.outcome, one.reason])).toEqual([
    ['pass', null],
    ['pass', null],
  ]);
});
