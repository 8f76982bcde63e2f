import { describe, expect, it, vi } from 'vitest';
import type { Leftover } from '../../../engine/writes/leftover.js';
import { flags, inVirtualTime, memoryRun, virtualClock } from './memory-run.js';

virtualClock();

/** A run that has set the first user online. */
async function written(choices: Parameters<typeof memoryRun>[0] = {}) {
  const run = await memoryRun(choices);
  const [id = '', other = ''] = run.ids;
  run.journal.note(
    { type: 'before', kind: 'user', id, fields: flags },
    { type: 'write', n: 1, operation: 'updateUser', kind: 'user', ids: [id], sent: { ...flags, isOnline: true } },
    { type: 'answer', n: 1, status: 200 },
  );
  run.target.change(id, { isOnline: true });
  const restore = (force = false): Promise<Leftover | null> => {
    const record = run.journal.state.record('user', id);
    if (record === undefined) throw new Error('the record is not in the journal');
    return inVirtualTime(run.coordinator.restorer.restore(record, { force }));
  };
  const user = () => run.target.users.find((one) => one.id === id);
  const patches = () => run.sent.filter((request) => request.startsWith('PATCH')).length;
  return { ...run, id, other, restore, user, patches };
}

describe('a restored record', () => {
  it('has its original values again, and is settled in the journal', async () => {
    const { restore, user, journal } = await written();

    const start = performance.now();

    expect(await restore()).toBeNull();
    expect(user()).toMatchObject(flags);
    expect(journal.state.unrestored()).toEqual([]);
    // Nothing is waited for that is there at once.
    expect(performance.now() - start).toBeLessThan(500);
  });

  it('is sent no update if it is as it was, and the write was refused', async () => {
    const { restore, journal, target, id, sent } = await written();
    target.change(id, flags);
    journal.note({ type: 'settled', kind: 'user', id, how: 'restored' });

    expect(await restore()).toBeNull();
    expect(sent.filter((request) => request.startsWith('PATCH'))).toEqual([]);
  });

  it('is sent an update even if it seems to be as it was, because the write may still take effect', async () => {
    const { restore, target, id, sent } = await written();
    target.change(id, flags);

    expect(await restore()).toBeNull();
    expect(sent.filter((request) => request.startsWith('PATCH'))).toHaveLength(1);
  });

  it('keeps what another client has changed, which is reported without a request', async () => {
    const { restore, target, id, user, journal } = await written();
    target.change(id, { isQualified: true });

    expect(await restore()).toMatchObject({
      id,
      reason: 'another client has changed it since, so it is left as it is',
      fields: { isQualified: { was: false, is: true } },
      request: null,
    });
    expect(user()).toMatchObject({ isOnline: false, isQualified: true });
    expect(journal.state.unsettled()).toEqual([]);
    expect(journal.state.unrestored()).toMatchObject([{ id, foreign: true }]);
  });

  it('keeps a value that the run sent to another record only, unless that is forced', async () => {
    const { restore, target, id, other, user, journal } = await written();
    journal.note(
      { type: 'before', kind: 'user', id: other, fields: flags },
      { type: 'write', n: 2, operation: 'updateUser', kind: 'user', ids: [other], sent: { isQualified: true } },
      { type: 'answer', n: 2, status: 200 },
    );
    target.change(id, { isQualified: true });

    const left = await restore();

    expect(left?.reason).toMatch(/^it holds a value that the run sent, but not to this record/);
    expect(left?.request).toMatchObject({ method: 'PATCH', url: expect.stringContaining(id) });
    expect(user()).toMatchObject({ isOnline: false, isQualified: true });
    expect(journal.state.unsettled().map((record) => record.id)).toContain(id);
    expect(await restore(true)).toBeNull();
    expect(user()).toMatchObject(flags);
  });
});

describe('a record that is restored slowly', () => {
  it('is waited for, not sent again, where its update shows later', async () => {
    const { restore, user, patches } = await written({ lagMs: 600 });

    expect(await restore()).toBeNull();
    expect([user(), patches()]).toMatchObject([flags, 1]);
  });

  it('is sent again what the target applied only in part, until nothing is left', async () => {
    const { restore, target, disturb, id, other, user, patches, journal } = await written();
    const three = { isOnline: true, isInReview: true, isQualified: true };
    journal.note(
      { type: 'before', kind: 'user', id: other, fields: flags },
      { type: 'write', n: 2, operation: 'updateUser', kind: 'user', ids: [id], sent: three },
      { type: 'answer', n: 2, status: 200 },
    );
    target.change(id, three);
    const parts = [{ isOnline: false }, { isInReview: false }, { isQualified: false }];
    disturb.by = ({ method }) => {
      if (method === 'GET') return null;
      target.change(id, parts.shift() ?? {});
      return 200;
    };

    expect(await restore()).toBeNull();
    expect([user(), patches()]).toMatchObject([flags, 3]);
  });

  it('is judged by what it holds at the end of the consistency window, not by an earlier state', async () => {
    const { restore, target, id, user } = await written();
    target.change(id, { isQualified: true });
    setTimeout(() => target.change(id, { isQualified: false }), 500);

    expect(await restore()).toBeNull();
    expect(user()).toMatchObject(flags);
  });

  it('is restored by a bulk update of that record alone if the target rejects the update', async () => {
    const { restore, disturb, target, id, other, user, patches } = await written();
    target.change(other, { isOnline: true });
    const others = () => target.users.filter((one) => one.id !== id).map((one) => ({ ...one }));
    const before = others();
    disturb.by = ({ method, path }) => (method === 'PATCH' && path.endsWith(id) ? 400 : null);

    expect(await restore()).toBeNull();
    expect(user()).toMatchObject(flags);
    expect(others()).toEqual(before);
    expect(patches()).toBeLessThanOrEqual(2);
  });

  it('is restored again where the run has written to it meanwhile', async () => {
    const { restore, target, disturb, id, user, journal } = await written();
    let late = false;
    disturb.by = ({ method }) => {
      if (method === 'GET' || late) return null;
      late = true;
      // A write of another check that was on its way takes effect after the one that restores.
      journal.note(
        { type: 'write', n: 2, operation: 'updateUser', kind: 'user', ids: [id], sent: { isInReview: true } },
        { type: 'answer', n: 2, status: 200 },
      );
      target.change(id, { isOnline: false, isInReview: true });
      return 200;
    };

    expect(await restore()).toBeNull();
    expect(user()).toMatchObject(flags);
  });
});

describe('a record that cannot be restored', () => {
  it('is reported with the request that would restore it, if the target rejects the update', async () => {
    const { restore, disturb, id, sent } = await written();
    disturb.by = ({ method }) => (method === 'GET' ? null : 400);

    expect(await restore()).toMatchObject({
      id,
      reason: 'the target returned 400',
      fields: { isOnline: { was: false, is: true } },
      request: { method: 'PATCH', body: JSON.stringify(flags) },
    });
    expect(sent.filter((request) => request.startsWith('PATCH') && request.includes(id))).toHaveLength(1);
  });

  it('is reported if the target accepts the update and does not apply it', async () => {
    const { restore, disturb, user, patches } = await written();
    disturb.by = ({ method }) => (method === 'GET' ? null : 200);

    expect(await restore()).toMatchObject({
      reason: 'the target did not apply the update',
      fields: { isOnline: { was: false, is: true } },
    });
    expect([user(), patches()]).toMatchObject([{ isOnline: true }, 3]);
  });

  it('is tried only once more after each further check, and completely at the end of the run', async () => {
    const { coordinator, disturb, id, patches } = await written();
    disturb.by = ({ method }) => (method === 'GET' ? null : 200);
    const patchesOf = async (step: () => Promise<unknown>) => {
      const [before, start] = [patches(), performance.now()];
      await inVirtualTime(step());
      return { sent: patches() - before, ms: performance.now() - start };
    };

    const first = await patchesOf(() => coordinator.settlement.settle([id]));
    const again = await patchesOf(() => coordinator.settlement.settle([id]));
    const last = await patchesOf(() => coordinator.settlement.settleAll());

    expect(first.sent).toBe(3);
    expect(again.sent).toBe(1);
    expect(again.ms).toBeLessThan(300);
    expect(last.sent).toBeGreaterThanOrEqual(3);
    expect(coordinator.settlement.left).toMatchObject([{ id, reason: 'the target did not apply the update' }]);
  });

  it('is reported if it cannot be read', async () => {
    const { restore, disturb } = await written();
    disturb.by = () => 404;

    expect(await restore()).toMatchObject({
      reason: 'it could not be read: 404',
      fields: { isOnline: { was: false } },
    });
  });

  it('is restored if it was read once, and is away when the wait for its values ends', async () => {
    const { restore, disturb, target, id, user } = await written();
    // The wait lasts until its end for a value that the run has not set.
    target.change(id, { isQualified: true });
    let reads = 0;
    disturb.by = ({ method }) => {
      if (method !== 'GET') disturb.by = () => null;
      else reads += 1;
      return method === 'GET' && reads > 1 ? 404 : null;
    };

    expect((await restore())?.reason).toBe('another client has changed it since, so it is left as it is');
    expect(user()).toMatchObject({ isOnline: false, isQualified: true });
  });

  it('is tried again, four times in all, while the target is away', async () => {
    const { restore, disturb, user } = await written();
    let refusals = 0;
    disturb.by = ({ method }) => {
      if (method === 'GET' || refusals === 2) return null;
      refusals += 1;
      return 503;
    };

    expect(await restore()).toBeNull();
    expect(user()).toMatchObject(flags);

    const away = await written();
    away.disturb.by = ({ method }) => (method === 'GET' ? null : 503);
    expect((await away.restore())?.reason).toBe('the target returned 503');
    expect(away.sent.filter((request) => request.startsWith('PATCH'))).toHaveLength(4);
  });

  it('is given up after the target has failed for a minute, and no more requests are sent', async () => {
    const { restore, disturb, sent, coordinator } = await written();
    disturb.by = () => 503;
    const start = performance.now();

    const left = await restore();

    expect(left?.reason).toMatch(/^restoring gave up after \d+ s without a usable response, the last one 503$/);
    expect(performance.now() - start).toBeGreaterThan(60_000);
    expect(performance.now() - start).toBeLessThan(90_000);
    expect(coordinator.restorer.link.over).toBe(left?.reason);
    const before = sent.length;
    expect((await restore())?.reason).toBe(left?.reason);
    expect(sent).toHaveLength(before);
    // The pauses grow from one second to eight.
    expect(before).toBeLessThan(20);
    vi.clearAllTimers();
  });
});
