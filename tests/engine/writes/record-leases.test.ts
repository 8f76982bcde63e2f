import { describe, expect, it } from 'vitest';
import { candidateOf } from '../../../engine/writes/candidate.js';
import { RecordLeases } from '../../../engine/writes/record-leases.js';
import { flags, kind } from './memory-run.js';

function leasesOf(...ids: string[]) {
  const leases = new RecordLeases();
  for (const id of ids) leases.add(candidateOf(kind, { id, ...flags }, { chosen: true }));
  const [first, ...rest] = [...leases.candidates];
  if (first === undefined) throw new Error('no record');
  return { leases, first, rest };
}

/** Whether a promise is settled after all that can happen now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  promise.then(() => {
    settled = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

describe('the records of a pool', () => {
  it('are known once, whatever the case of their ids', () => {
    expect([...leasesOf('A', 'a', 'b').leases.candidates].map(({ id }) => id)).toEqual(['A', 'b']);
  });

  it.each([
    [flags, 'all'],
    [{ ...flags, isOnline: null }, 'nothing'],
    [{}, 'nothing'],
  ] as const)('can be restored as far as their fields have values: %j', (fields, restores) => {
    expect(candidateOf(kind, { id: 'a', ...fields }, { chosen: true }).restores).toBe(restores);
  });
});

describe('a held record', () => {
  it('wakes those that wait when it is returned', async () => {
    const { leases, first } = leasesOf('a');
    leases.hold([first]);
    const waiting = [leases.change(), leases.change()];

    expect(await Promise.all(waiting.map(isSettled))).toEqual([false, false]);
    leases.release([first]);

    expect(await Promise.all(waiting.map(isSettled))).toEqual([true, true]);
    expect(first.held).toBe(false);
  });

  it('keeps a check of all records waiting until every one is returned', async () => {
    const { leases, first, rest } = leasesOf('a', 'b');
    leases.hold([first, ...rest]);
    const all = leases.allReturned();

    leases.release([first]);
    expect(await isSettled(all)).toBe(false);
    leases.release(rest);
    expect(await isSettled(all)).toBe(true);
    expect(await isSettled(leases.allReturned())).toBe(true);
  });

  it('cannot be reserved, while a free or an unknown one can', () => {
    const { leases, first } = leasesOf('a', 'B');
    leases.hold([first]);

    expect([leases.reserve('A'), leases.reserve('b'), leases.reserve('unknown')]).toEqual([false, true, true]);
    expect(leases.reserve('B')).toBe(false);
    leases.unreserve(['b', 'unknown']);
    expect(leases.reserve('B')).toBe(true);
  });
});

describe('a record', () => {
  it('was touched since a moment if it is held, or was returned later', () => {
    const { leases, first } = leasesOf('a', 'b');
    const start = leases.now;
    expect(leases.touchedSince('a', start)).toBe(false);

    leases.hold([first]);
    const during = leases.now;
    expect(leases.touchedSince('A', during)).toBe(true);

    leases.release([first]);
    const after = leases.now;
    expect([start, during, after].map((moment) => leases.touchedSince('a', moment))).toEqual([true, true, false]);
    expect(leases.touchedSince('b', start)).toBe(false);
    expect(leases.touchedSince('unknown', start)).toBe(false);
  });
});
