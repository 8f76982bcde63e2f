import { describe, expect, it } from 'vitest';
import { operation } from '../../../contract/operations/index.js';
import type { Write } from '../../../engine/session/session.js';
import { WriteReach } from '../../../engine/writes/write-reach.js';
import { flags, inVirtualTime, kind, memoryRun, virtualClock } from './memory-run.js';

virtualClock();

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** The reach of the writes of a check that has the first two users. */
async function reachOf(allowScopeAll = true) {
  const run = await memoryRun();
  const pool = run.coordinator.pool(kind);
  const records = run.ids
    .slice(0, 2)
    .map((id) => ({ id, before: { id }, answer: {} as never, fixed: [], updatable: true }));
  const scopes = { bulkScope: 'Only', allowScopeAll };
  const reach = new WriteReach(kind, run.world, pool, records, 'the/check', scopes);
  const of = (write: Write) => inVirtualTime(reach.of(write));
  const [mediaType = ''] = [operation('updateUser').body?.mediaType];
  return {
    ...run,
    own: records.map(({ id }) => id),
    update: (userId: string, body: unknown, own: Partial<Write> = {}) =>
      of({ operation: operation('updateUser'), params: { userId }, body: JSON.stringify(body), mediaType, ...own }),
    bulk: (body: unknown) =>
      of({ operation: operation('bulkUpdateUsers'), params: {}, body: JSON.stringify(body), mediaType }),
  };
}

const patch = { ...flags, isOnline: true };
const body = { onlineOnly: true };

describe('an update', () => {
  it('reaches the record of the check that it names', async () => {
    const { update, own } = await reachOf();

    expect(await update(own[0] ?? '', patch)).toEqual({ kind, ids: [own[0]], sent: patch });
    expect(await update(own[1]?.toUpperCase() ?? '', patch)).toMatchObject({ ids: [own[1]?.toUpperCase()] });
  });

  it('may set any value if a flag has another type', async () => {
    const { update, own } = await reachOf();

    expect(await update(own[0] ?? '', { ...patch, isQualified: 'yes' })).toMatchObject({
      anyValue: ['isOnline', 'isInReview', 'isQualified'],
    });
  });

  it('reaches no record if its id does not exist', async () => {
    const { update } = await reachOf();

    expect(await update(UNKNOWN, patch)).toEqual({ kind, ids: [], sent: patch });
  });

  it("is not sent to a record that is not the check's own, or that cannot be read", async () => {
    const { update, ids, disturb } = await reachOf();

    await expect(update(ids[5] ?? '', patch)).rejects.toThrow('returned 200, so nothing is written to it');
    disturb.by = () => 500;
    await expect(update(UNKNOWN, patch)).rejects.toThrow(`whether ${UNKNOWN} exists cannot be determined: 500`);
    disturb.by = () => 400;
    expect(await update(UNKNOWN, patch)).toMatchObject({ ids: [] });
  });

  it.each([
    [{ ...patch, isOnline: null }, {}],
    [{ isOnline: true }, {}],
    ['no object', {}],
    [patch, { mediaType: 'text/plain' }],
    [patch, { body: '{' }],
  ])('may set any value if the document does not describe it: %j %j', async (given, own) => {
    const { update, own: records } = await reachOf();

    expect(await update(records[0] ?? '', given, own)).toMatchObject({
      anyValue: ['isOnline', 'isInReview', 'isQualified'],
    });
  });
});

describe('a bulk update', () => {
  it('reaches the listed records of the check', async () => {
    const { bulk, own } = await reachOf(false);

    expect(await bulk({ scope: 'Only', ids: own, body })).toEqual({ kind, ids: own, sent: { isOnline: true } });
    expect(await bulk({ scope: 'Only', ids: [own[1], UNKNOWN], body })).toMatchObject({ ids: [own[1]] });
  });

  it("is not sent if it lists a record that is not the check's own", async () => {
    const { bulk, own, ids } = await reachOf();

    await expect(bulk({ scope: 'Only', ids: [own[0], ids[7]], body })).rejects.toThrow('nothing is written to it');
  });

  it('may set any value if its flags are not all true or false', async () => {
    const { bulk, own } = await reachOf();
    const anyValue = ['isOnline', 'isInReview', 'isQualified'];

    for (const odd of [{ onlineOnly: 'yes' }, { ...body, review: 1 }, {}, null, [true]]) {
      expect(await bulk({ scope: 'Only', ids: own, body: odd })).toMatchObject({ ids: own, anyValue });
    }
  });

  const wide = (own: readonly (string | undefined)[]) => [
    { scope: 'All', body },
    { scope: 'Others', ids: own, body },
    { scope: 'Only', ids: [], body },
    { scope: 'Only', ids: own, filter: '', body },
    { scope: 'Only', ids: [...own, ''], body },
    { scope: 'Only', ids: [...own, 7], body },
    { scope: 'Only', ids: 'all', body },
    { scope: 'Only', ids: [UNKNOWN], body },
    'no object',
  ];

  it('is not sent if some server would apply it to all records, unless that is allowed', async () => {
    const { bulk, own } = await reachOf(false);

    for (const one of wide(own)) await expect(bulk(one)).rejects.toThrow('needs --allow-scope-all');
  });

  it('then reaches all records, which are in the journal', async () => {
    const { bulk, own, ids, journal } = await reachOf();

    for (const one of wide(own)) {
      const reach = await bulk(one);
      expect(reach.wideBy).toBe('the/check');
      expect(reach.ids.toSorted()).toEqual(ids.toSorted());
    }
    expect(ids.every((id) => journal.state.knows('user', id))).toBe(true);
  });

  it('may set any value unless its scope is all', async () => {
    const { bulk, own } = await reachOf();

    expect(await bulk({ scope: 'All', body })).not.toHaveProperty('anyValue');
    expect(await bulk({ scope: 'Others', ids: own, body })).toHaveProperty('anyValue');
  });

  it('with a filter is sent only if the filter selects records of the check alone, or is rejected', async () => {
    const { bulk, own, ids } = await reachOf();

    expect((await bulk({ scope: 'All', filter: `id -eq '${own[0]}'`, body })).wideBy).toBe('the/check');
    expect((await bulk({ scope: 'All', filter: 'odd', body })).wideBy).toBe('the/check');
    await expect(bulk({ scope: 'All', filter: `id -eq '${ids[5]}'`, body })).rejects.toThrow(
      "holds records that are not the check's own",
    );
  });
});
