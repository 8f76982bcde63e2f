import { describe, expect, it } from 'vitest';
import { BulkLane } from '../../../engine/writes/bulk-lane.js';

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
