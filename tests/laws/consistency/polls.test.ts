import { expect, it, onTestFinished, vi } from 'vitest';
import type { History } from '../../../consistency/history.js';
import { byRecord } from '../../../consistency/history.js';
import { Recorder } from '../../../suites/laws/writes/consistency/recorder.js';
import { simulate } from '../../engine/writes/simulation/simulate.js';

/** The recorders of a run that starts after the call. */
function watchedRecorders(): ReadonlySet<Recorder> {
  const found = new Set<Recorder>();
  const drop = Recorder.prototype.dropRepeatedPolls;
  const spy = vi.spyOn(Recorder.prototype, 'dropRepeatedPolls').mockImplementation(function (this: Recorder, from) {
    found.add(this);
    drop.call(this, from);
  });
  onTestFinished(() => spy.mockRestore());
  return found;
}

/** How many reads the first client makes of a history that show the same as its call before. */
const repeatedIn = ({ calls }: History) => {
  const shown = calls.filter(({ client }) => client === 'client 0').map(({ operation }) => JSON.stringify(operation));
  return shown.filter((one, at) => one === shown[at - 1]).length;
};

it('a target that shows writes late does not fill the history with polls', async () => {
  const recorders = watchedRecorders();

  // Under a virtual clock: how often a value that is late is read does not depend on the machine.
  await simulate({
    seed: 1,
    choices: { lagMs: 120, latencyMs: 2, taskMs: [5, 5] },
    options: { operations: ['updateUser'], rules: ['consistency.model'], budget: 'thorough', consistencyWindowMs: 800 },
  });

  const judged = [...recorders].flatMap(({ history }) => [...byRecord(history).values()]);
  expect(Math.max(...judged.map(({ calls }) => calls.length))).toBeGreaterThan(30);
  // Each of 11 waits has several polls. Two that follow each other without a write in between may end and begin with one value.
  expect(Math.max(...judged.map(repeatedIn))).toBeLessThan(9);
});
