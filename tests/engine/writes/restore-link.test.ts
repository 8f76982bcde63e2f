import { expect, it } from 'vitest';
import { byId } from '../../../engine/writes/reading.js';
import { GivenUp, RestoreLink } from '../../../engine/writes/restore-link.js';
import { inVirtualTime, kind, memoryRun, virtualClock } from './memory-run.js';

virtualClock();

it('gives up on a target that returns 500 to everything, whatever it returns for tasks meanwhile', async () => {
  const { world, disturb, ids, sent } = await memoryRun();
  const link = new RestoreLink(world.session);
  const [read, task] = [world.operation(kind.read), world.operation(kind.bulk.task)];
  disturb.by = () => 500;

  const asking = async () => {
    for (let round = 1; round <= 100; round += 1) {
      await link.ask({ operation: read, params: byId(read, ids[0] ?? '') });
      await link.askTask({ operation: task, params: byId(task, ids[1] ?? '') });
    }
  };

  await expect(inVirtualTime(asking())).rejects.toThrow(GivenUp);
  // The pauses grow.
  expect(sent.length).toBeLessThan(30);
});

it('does not pause for a task that cannot be read while the target returns everything else', async () => {
  const { world, disturb, ids } = await memoryRun();
  const link = new RestoreLink(world.session);
  const task = world.operation(kind.bulk.task);
  disturb.by = () => 500;
  const start = performance.now();

  for (let round = 1; round <= 5; round += 1) {
    await inVirtualTime(link.askTask({ operation: task, params: byId(task, ids[0] ?? '') }));
  }

  expect(performance.now() - start).toBeLessThan(1000);
});
