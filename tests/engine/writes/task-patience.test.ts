import { expect, it } from 'vitest';
import { TaskPatience } from '../../../engine/writes/task-patience.js';
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

it('a run on a target whose tasks never complete waits a minute and a half for them', async () => {
  const { durationMs, changed, outcome } = await simulate({
    seed: 1,
    choices: { users: 40, latencyMs: 5, taskMs: [1e9, 1e9], lagMs: 0, taskUnknownMs: 0, oneBulkAtATime: false },
    options: { taskTimeoutMs: 60_000 },
  });

  expect(durationMs).toBeLessThan(120_000);
  expect(changed).toEqual([]);
  expect(outcome.restoration?.left).toEqual([]);
});
