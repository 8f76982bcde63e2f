import { expect, it, vi } from 'vitest';
import { byId } from '../../../engine/writes/reading.js';
import { GIVE_UP_MS, GivenUp, LAST_MS, RestoreLink } from '../../../engine/writes/restore-link.js';
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

/** The times of the requests to a target, in milliseconds since the start. */
async function timedLink(signal?: AbortSignal) {
  const run = await memoryRun();
  const link = new RestoreLink(run.world.session, signal);
  const operation = run.world.operation(kind.read);
  const start = performance.now();
  const times: number[] = [];
  const fails = { with: (_count: number): number | null => null };
  run.disturb.by = () => {
    times.push(performance.now() - start);
    return fails.with(times.length);
  };
  const read = (id = run.ids[0] ?? '') => inVirtualTime(link.ask({ operation, params: byId(operation, id) }));
  return { ...run, link, read, times, fails };
}

it('pauses between the requests to a failing target, one second at first and at most twelve', async () => {
  const { read, link, times, fails } = await timedLink();
  fails.with = () => 500;

  const asking = async () => {
    for (;;) await read();
  };
  await expect(asking()).rejects.toThrow(
    /^restoring gave up after [67]\d s without a usable response, the last one 500/,
  );

  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  for (const [index, least] of [1000, 2000, 4000, 8000, 8000].entries()) {
    expect(pauses[index], `pause ${index + 1}`).toBeGreaterThanOrEqual(least);
    expect(pauses[index], `pause ${index + 1}`).toBeLessThanOrEqual(1.5 * least);
  }
  expect(times.at(-1)).toBeGreaterThanOrEqual(GIVE_UP_MS);
  expect(times.at(-2)).toBeLessThan(GIVE_UP_MS);
  expect(link.over).toMatch(/^restoring gave up/);
});

it('sends again what a target did not answer, without a pause once it has recovered', async () => {
  const { read, times, fails } = await timedLink();
  fails.with = (count) => (count <= 2 ? 503 : null);

  expect((await read()).status).toBe(200);
  expect(times).toHaveLength(3);
  const recovered = times.at(-1) ?? 0;
  expect((await read()).status).toBe(200);
  expect((times.at(-1) ?? 0) - recovered).toBeLessThan(1000);

  fails.with = (count) => (count === 5 ? 503 : null);
  const before = performance.now();
  expect((await read()).status).toBe(200);
  // The pauses begin anew.
  expect(performance.now() - before).toBeLessThan(2000);
});

it('asks a failing target one request at a time, and the others at once when it has recovered', async () => {
  const { world, link, times, fails, ids } = await timedLink();
  const operation = world.operation(kind.read);
  fails.with = (count) => (count <= 4 ? 503 : null);

  const all = ids.slice(0, 3).map((id) => link.ask({ operation, params: byId(operation, id) }));
  const statuses = (await inVirtualTime(Promise.all(all))).map(({ status }) => status);

  expect(statuses).toEqual([200, 200, 200]);
  const late = times.filter((time) => time > 0);
  // Three at the start, one more that fails, the one that succeeds, and the two that waited for their turn.
  expect(late).toHaveLength(4);
  expect((late[3] ?? 0) - (late[1] ?? 0)).toBeLessThan(1000);
});

it('goes on for some seconds after an interrupt, and then sends nothing more', async () => {
  const interrupt = new AbortController();
  const { read, link, sent } = await timedLink(interrupt.signal);

  interrupt.abort();
  expect((await read()).status).toBe(200);
  expect(link.over).toBeNull();
  await vi.advanceTimersByTimeAsync(LAST_MS);

  expect(link.over).toBe('the run was interrupted before it could be restored');
  const before = sent.length;
  await expect(read()).rejects.toThrow(GivenUp);
  expect(sent).toHaveLength(before);
});
