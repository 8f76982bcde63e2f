import { describe, expect, it } from 'vitest';
import { BulkLane } from '../../../engine/writes/bulk-lane.js';
import { inVirtualTime, virtualClock } from './memory-run.js';

/** A task that runs until it is ended, and records when it started and ended. */
function job(log: string[], name: string) {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const run = async () => {
    log.push(`${name} begins`);
    await ended;
    log.push(`${name} ends`);
    return name;
  };
  return { run, end: () => end() };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the lane of bulk updates', () => {
  it('runs them concurrently, and reports that each was not alone', async () => {
    const lane = new BulkLane();
    const [one, other] = [job([], 'one'), job([], 'other')];
    const both = [lane.runShared(one.run), lane.runShared(other.run)];
    await turn();
    one.end();
    other.end();
    expect(await Promise.all(both)).toEqual([
      { value: 'one', shared: true },
      { value: 'other', shared: true },
    ]);
  });

  it('reports that one ran alone', async () => {
    const lane = new BulkLane();
    const one = job([], 'one');
    one.end();
    expect(await lane.runShared(one.run)).toEqual({ value: 'one', shared: false });
  });

  it('lets one that wants to be alone wait for those that run, and others wait for it', async () => {
    const lane = new BulkLane();
    const log: string[] = [];
    const [first, alone, later] = [job(log, 'first'), job(log, 'alone'), job(log, 'later')];
    const running = [lane.runShared(first.run), lane.runAlone(alone.run)];
    await turn();
    running.push(lane.runShared(later.run));
    await turn();
    expect(log).toEqual(['first begins']);
    first.end();
    await turn();
    await turn();
    expect(log).toEqual(['first begins', 'first ends', 'alone begins']);
    alone.end();
    later.end();
    await Promise.all(running);
    expect(log.slice(3)).toEqual(['alone ends', 'later begins', 'later ends']);
  });

  it('goes on where one of them throws', async () => {
    const lane = new BulkLane();
    const failing = async () => {
      throw new Error('no');
    };
    await expect(lane.runShared(failing)).rejects.toThrow('no');
    await expect(lane.runAlone(failing)).rejects.toThrow('no');
    expect(await lane.runAlone(async () => 'yes')).toBe('yes');
    expect((await lane.runShared(async () => 'yes')).value).toBe('yes');
  });
});

describe('a bulk update that is carried out', () => {
  virtualClock();

  const taken = { taken: true, mayBeBusy: false };
  const busy = { taken: false, mayBeBusy: true };
  const refused = { taken: false, mayBeBusy: false };

  /** An attempt that returns these results in turn, the last one repeatedly, and takes 10 ms each time. */
  function attempts(...results: readonly (typeof taken)[]) {
    let count = 0;
    const attempt = async () => {
      const result = results[Math.min(count, results.length - 1)] ?? taken;
      count += 1;
      await new Promise((resolve) => setTimeout(resolve, 10));
      return result;
    };
    return { attempt, count: () => count };
  }

  it('is sent once if it is accepted, or refused while no other one ran', async () => {
    const lane = new BulkLane();
    for (const result of [taken, busy, refused]) {
      const { attempt, count } = attempts(result);

      expect(await inVirtualTime(lane.carryOut(attempt, 1000))).toEqual(result);
      expect(count()).toBe(1);
    }
    expect(lane.oneAtATime).toBe(false);
  });

  it('is retried alone if it was refused during another one, and all later ones are sent one at a time', async () => {
    const lane = new BulkLane();
    const [first, second] = [attempts(taken), attempts(busy, busy, taken)];

    const both = [lane.carryOut(first.attempt, 1000), lane.carryOut(second.attempt, 1000)];

    expect(await inVirtualTime(Promise.all(both))).toEqual([taken, taken]);
    expect([first.count(), second.count()]).toEqual([1, 3]);
    expect(lane.oneAtATime).toBe(true);
    const third = attempts(busy, taken);
    expect(await inVirtualTime(lane.carryOut(third.attempt, 1000))).toEqual(taken);
    expect(third.count()).toBe(2);
  });

  it('is not retried further if the target could not be busy', async () => {
    const lane = new BulkLane();
    const [first, second] = [attempts(taken), attempts(refused)];

    await inVirtualTime(Promise.all([lane.carryOut(first.attempt, 1000), lane.carryOut(second.attempt, 1000)]));

    expect(second.count()).toBe(2);
    expect(lane.oneAtATime).toBe(false);
  });

  it('is given up once its time is over', async () => {
    const lane = new BulkLane();
    const [first, second] = [attempts(taken), attempts(busy)];
    const start = performance.now();

    const both = [lane.carryOut(first.attempt, 500), lane.carryOut(second.attempt, 500)];

    expect(await inVirtualTime(Promise.all(both))).toEqual([taken, busy]);
    expect(performance.now() - start).toBeGreaterThanOrEqual(500);
    expect(performance.now() - start).toBeLessThan(700);
    expect(lane.oneAtATime).toBe(false);
  });

  it('is not retried for long once another one was refused through all retries, until one is accepted', async () => {
    const lane = new BulkLane();
    const together = (...own: readonly ReturnType<typeof attempts>[]) =>
      inVirtualTime(Promise.all(own.map(({ attempt }) => lane.carryOut(attempt, 500))));
    await together(attempts(busy), attempts(busy));
    const [one, other] = [attempts(busy), attempts(busy)];

    await together(one, other);
    expect([one.count(), other.count()]).toEqual([2, 2]);

    await together(attempts(taken));
    const later = attempts(busy);
    await together(attempts(taken), later);
    expect(later.count()).toBeGreaterThan(5);
  });
});
