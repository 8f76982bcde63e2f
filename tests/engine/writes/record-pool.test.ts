import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '../../../engine/session/page.js';
import type { RecordPool } from '../../../engine/writes/record-pool.js';
import type { Claim } from '../../../engine/writes/record-selection.js';
import { flags, inVirtualTime, kind, memoryRun, virtualClock } from './memory-run.js';

virtualClock();

const claim = (given: Partial<Claim> = {}): Claim => ({
  count: 1,
  unproven: false,
  fresh: false,
  flagsOnly: false,
  ...given,
});

async function poolOf(...given: Parameters<typeof memoryRun>) {
  const run = await memoryRun(...given);
  const pool = run.coordinator.pool(kind);
  const take = (own: Partial<Claim> = {}) => inVirtualTime(pool.claim(claim(own)));
  return { ...run, pool, take, patches: () => run.sent.filter((one) => one.startsWith('PATCH')).length };
}

function release(pool: RecordPool, held: Parameters<RecordPool['release']>[0]): RecordPool {
  pool.release(held, []);
  return pool;
}

const unless = (ids: readonly string[]) => expect.not.arrayContaining([...ids]);

describe('a claim', () => {
  it('gets records with their original values, which are in the journal', async () => {
    const { take, journal } = await poolOf();

    const held = await take({ count: 3 });

    expect(held.map(({ before }) => before)).toEqual(held.map(({ id }) => expect.objectContaining({ id, ...flags })));
    expect(held.every(({ id }) => journal.state.knows('user', id))).toBe(true);
  });

  it('of no records sends nothing', async () => {
    const { take, sent } = await poolOf();

    expect(await take({ count: 0 })).toEqual([]);
    expect(sent).toEqual([]);
  });

  it('waits until a late update with the own values of its records has been carried out', async () => {
    const { coordinator, pool, take } = await poolOf();
    const claimed = async () => {
      const start = Date.now();
      const held = await take();
      release(pool, held);
      return Date.now() - start;
    };

    const before = await claimed();
    coordinator.recordWait({ value: null, held: true, reads: 3, waitedMs: 500 });

    expect(before).toBeLessThan(500);
    expect(await claimed()).toBeGreaterThanOrEqual(750);
  });

  it('gets records that no other check has, and waits for one until it is returned', async () => {
    const { pool, take } = await poolOf({}, {});
    const held = await take({ count: 12, fresh: true });
    let next: readonly { readonly id: string }[] | undefined;
    const waiting = pool.claim(claim()).then((own) => {
      next = own;
    });

    await inVirtualTime(new Promise((resolve) => setTimeout(resolve, 5000)));
    expect(next).toBeUndefined();
    pool.release(held.slice(4, 5), []);
    await inVirtualTime(waiting);

    expect(next?.map(({ id }) => id)).toEqual([held[4]?.id]);
  });

  it('of diverse records gets one with other values than most, used or not, and fewer if there are too few', async () => {
    const { pool, take, target, ids } = await poolOf({}, {});
    const [, , , , , , , , , odd = ''] = ids;
    target.change(odd, { isOnline: true });
    const plain = await take({ count: 2 });
    const diverse = await inVirtualTime(release(pool, plain).claim(claim({ count: 2, prefers: 'diverse' })));
    const many = await inVirtualTime(release(pool, diverse).claim(claim({ count: 20, prefers: 'diverse' })));

    expect(plain.map(({ id }) => id)).not.toContain(odd);
    expect(diverse.map(({ id }) => id)).toContain(odd);
    expect(many).toHaveLength(12);
  });

  it('of certain records waits until no record is held', async () => {
    const { pool, take } = await poolOf({}, {});
    const held = await take({ count: 1 });
    let taken = 0;
    const waiting = pool.claim(claim({ count: 2, prefers: 'diverse' })).then(() => {
      taken += 1;
    });

    await inVirtualTime(new Promise((resolve) => setTimeout(resolve, 5000)));
    expect(taken).toBe(0);
    pool.release(held, []);
    await inVirtualTime(waiting);

    expect(taken).toBe(1);
  });

  it('is inconclusive if there are too few records', async () => {
    const { take } = await poolOf();

    await expect(take({ count: 13 })).rejects.toThrow(
      'it needs 13 user records that can be restored, and there are 12',
    );
  });

  it('is inconclusive while the target is away, and its records are free again', async () => {
    const { take, disturb } = await poolOf();
    await take();
    disturb.by = () => 503;
    await expect(take()).rejects.toThrow('the target returned 503: it is unavailable');

    disturb.by = () => null;
    expect(await take({ count: 11 })).toHaveLength(11);
  });
});

describe('the proof of a record', () => {
  it('is that the target accepts its own values, tested once', async () => {
    const { pool, take, patches } = await poolOf({}, {});
    const held = await take();
    expect(patches()).toBe(1);

    pool.release(held, []);
    expect((await take()).map(({ id }) => id)).toEqual(held.map(({ id }) => id));
    expect(patches()).toBe(1);
  });

  it('is not needed for a claim that sends nothing but those values', async () => {
    const { take, patches } = await poolOf();

    await take({ unproven: true });

    expect(patches()).toBe(0);
  });

  it('is tested again in a re-run', async () => {
    const { pool, take, patches } = await poolOf();
    pool.release(await take(), []);

    pool.resetForRerun();
    await take();

    expect(patches()).toBe(2);
  });

  it('fails for a record that rejects them, and another one is taken', async () => {
    const { pool, take, disturb } = await poolOf();
    const refused: string[] = [];
    disturb.by = ({ method, path }) => {
      if (method !== 'PATCH' || refused.length > 0) return null;
      refused.push(path.split('/').at(-1) ?? '');
      return 400;
    };

    const held = await take();

    expect(held.map(({ id }) => id)).toEqual(unless(refused));
    expect(refused).toHaveLength(1);
    expect(pool.rejectsOwnValues).toBe(true);
  });

  it('is that it accepts them after a change, if it rejects updates that change nothing', async () => {
    const { take, target } = await poolOf({ refusesNoChange: true });

    const held = await take({ count: 4 });

    expect(held.map(({ before }) => before)).toEqual(held.map(({ id }) => expect.objectContaining({ id, ...flags })));
    expect(
      target.users.filter(({ isOnline, isInReview, isQualified }) => isOnline || isInReview || isQualified),
    ).toEqual([]);
  });

  it('is no change of a record that rejects its values if others do not', async () => {
    const { take, disturb, sent } = await poolOf();
    await take();
    const changed: string[] = [];
    disturb.by = ({ method, path, body }) => {
      if (method !== 'PATCH') return null;
      changed.push(`${path} ${body}`);
      return 400;
    };

    await expect(take({ count: 11 })).rejects.toThrow('there');

    expect(sent.length).toBeGreaterThan(0);
    expect(new Set(changed.map((one) => one.split(' ')[0])).size).toBe(changed.length);
  });

  it.each([
    { status: 400, records: 8, times: 14 },
    { status: 409, records: 8, times: 8 },
    { status: 405, records: 3, times: 3 },
  ])('is given up after $records records that reject them with $status', async ({ status, times }) => {
    const { pool, take, disturb, patches } = await poolOf();
    disturb.by = ({ method }) => (method === 'PATCH' ? status : null);

    await expect(take()).rejects.toThrow(`the target rejects the values that a record already has (${status})`);
    expect(patches()).toBe(times);
    expect(pool.rejectsOwnValues).toBe(true);
    expect(await take({ unproven: true })).toHaveLength(1);

    pool.resetForRerun();
    expect(pool.rejectsOwnValues).toBe(false);
  });

  it('is not one if the target forbids writes', async () => {
    const { take, disturb } = await poolOf();
    disturb.by = ({ method }) => (method === 'PATCH' ? 403 : null);

    await expect(take()).rejects.toMatchObject({ name: 'NotApplicable' });
  });
});

describe('a returned record', () => {
  it("is not used again if it is not restored, except by a claim without proof if the values are the run's", async () => {
    const { pool, take } = await poolOf({}, {});
    const all = await take({ count: 12 });
    const [left, lost] = all as [(typeof all)[0], (typeof all)[0]];
    const leftover = { kind: 'user', fields: {}, reason: 'x' };
    const request = { method: 'PATCH', url: 'x', headers: {} };
    pool.release(all, [
      { ...leftover, id: left.id, request },
      { ...leftover, id: lost.id, request: null },
    ]);

    await expect(take({ count: 11 })).rejects.toThrow('there are 10');
    const unproven = (await take({ count: 11, unproven: true })).map(({ id }) => id);
    expect(unproven).toContain(left.id);
    expect(unproven).not.toContain(lost.id);
  });

  it('that another client has changed is not used again', async () => {
    const { pool, take, target, coordinator } = await poolOf();
    const held = await take();
    const [{ id } = { id: '' }] = held;
    pool.release(held, await inVirtualTime(coordinator.settlement.settle([id])));
    target.change(id, { isQualified: true });

    const next = await take({ count: 11 });

    expect(next.map((one) => one.id)).not.toContain(id);
  });
});

describe('a claim of all records', () => {
  it('waits for the others, gets every record, and keeps others waiting', async () => {
    const { pool, take, ids } = await poolOf();
    const held = await take();
    let all: readonly { readonly id: string }[] | undefined;
    const waiting = pool.claim(claim({ count: 'all' })).then((own) => {
      all = own;
      return own;
    });
    await inVirtualTime(new Promise((resolve) => setTimeout(resolve, 1000)));
    expect(all).toBeUndefined();

    pool.release(held, []);
    expect((await inVirtualTime(waiting)).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(ids.some((id) => pool.leases.reserve(id))).toBe(false);
  });

  it('waits until a list that is behind shows a restored record as it is', async () => {
    const { pool, take, coordinator } = await poolOf();
    const held = await take();
    const [one] = held;
    pool.release(held, await inVirtualTime(coordinator.settlement.settle([one?.id ?? ''])));
    const read = pool.list.read.bind(pool.list);
    let reads = 0;
    pool.list.read = async () => {
      reads += 1;
      const isStale = ({ id }: JsonRecord) => reads < 3 && id === one?.id;
      return (await read()).map((record) => (isStale(record) ? { ...record, isOnline: !record.isOnline } : record));
    };

    const all = await take({ count: 'all' });

    expect(all.find(({ id }) => id === one?.id)?.before).toMatchObject({ isOnline: one?.before.isOnline });
  });

  it('waits until a list is no longer behind if a read of the record is behind too', async () => {
    const { pool, take, target, coordinator } = await poolOf();
    const held = await take();
    const [{ id } = { id: '' }] = held;
    pool.release(held, await inVirtualTime(coordinator.settlement.settle([id])));
    target.change(id, { isOnline: true });
    const read = pool.list.read.bind(pool.list);
    let reads = 0;
    pool.list.read = async () => {
      reads += 1;
      if (reads === 3) target.change(id, { isOnline: false });
      return read();
    };

    const all = await take({ count: 'all' });

    expect(all.find((one) => one.id === id)?.before).toMatchObject({ isOnline: false });
  });

  it('waits once for a record that another client has changed', async () => {
    const { pool, take, sent, target, coordinator } = await poolOf();
    const held = await take();
    const [{ id } = { id: '' }] = held;
    pool.release(held, await inVirtualTime(coordinator.settlement.settle([id])));
    target.change(id, { isOnline: true });
    const first = await take({ count: 'all' });
    pool.release(first, []);
    sent.length = 0;

    await take({ count: 'all' });

    expect(first.find((one) => one.id === id)?.before).toMatchObject({ isOnline: true });
    expect(sent).toHaveLength(1);
  });

  it('returns the records too that were missing from the list', async () => {
    const { pool, take } = await poolOf();
    const [away] = await take();
    pool.release(away === undefined ? [] : [away], []);
    const read = pool.list.read.bind(pool.list);
    pool.list.read = async () => (await read()).filter(({ id }) => id !== away?.id);

    const all = await take({ count: 'all' });
    expect(all.map(({ id }) => id)).not.toContain(away?.id);
    pool.release(all, []);

    expect([...pool.leases.candidates].filter(({ held }) => held)).toEqual([]);
  });

  it('is inconclusive if the user named the records, or if a flag could not be restored', async () => {
    const { ids } = await poolOf();
    const { take } = await poolOf({}, { writableUserIds: ids[0] ?? '' });
    await expect(take({ count: 'all' })).rejects.toThrow('names the only user records that may be written to');

    const odd = await poolOf();
    for (const id of odd.ids.slice(0, 2)) odd.target.change(id, { isOnline: null } as never);
    await expect(odd.take({ count: 'all' })).rejects.toThrow('2 user records hold a flag');
    odd.target.change(odd.ids[0] ?? '', flags);
    await expect(odd.take({ count: 'all' })).rejects.toThrow('1 user record holds a flag');
  });
});
