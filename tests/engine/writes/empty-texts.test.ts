import { describe, expect, it, vi } from 'vitest';
import { recordKinds } from '../../../contract/record-kinds.js';
import type { RecordKind } from '../../../contract/types.js';
import { type Candidate, candidateOf } from '../../../engine/writes/candidate.js';
import { EmptyTexts } from '../../../engine/writes/empty-texts.js';
import { RecordLeases } from '../../../engine/writes/record-leases.js';

const kind = recordKinds.find(({ id }) => id === 'application') as RecordKind;
const empty = { id: 'e', notes: '' };
const full = { id: 'f', notes: 'a note' };

/** The texts of a target that keeps empty ones or not, with one record that has a note. */
function textsOf(isKept: boolean, standing: Candidate['standing'] = 'proven', others = ['x', 'y']) {
  const leases = new RecordLeases();
  const record = { ...candidateOf(kind, full, { chosen: true }), restores: 'all' as const, standing };
  leases.add(record);
  // With hardly any records, nothing is risked.
  for (const id of others) leases.add({ ...candidateOf(kind, { id, notes: '' }, { chosen: true }), standing: 'left' });
  const keeps = vi.fn(async () => isKept);
  const texts = new EmptyTexts(kind, leases, { keeps } as never, new Map([['f', full]]));
  return { texts, leases, record, keeps };
}

describe('an empty text', () => {
  it.each([true, false])('is lost or kept as in another record, which is tried once: kept %s', async (isKept) => {
    const { texts, record, keeps } = textsOf(isKept);

    expect(await texts.areLost(empty, [])).toBe(!isKept);
    expect(await texts.areLost(empty, [])).toBe(!isKept);

    expect(keeps).toHaveBeenCalledTimes(1);
    expect(keeps).toHaveBeenCalledWith('f', full, 'notes', '');
    expect(record.held).toBe(false);
  });

  it('is not tried if no record that is restored can show it', async () => {
    const { texts, keeps } = textsOf(false, 'left');

    expect(await texts.areLost(empty, [])).toBe(false);
    expect(await texts.areLost(full, [])).toBe(false);
    expect(keeps).not.toHaveBeenCalled();
  });

  it('counts as lost if no record can show it and there are hardly any', async () => {
    const { texts, keeps } = textsOf(true, 'left', ['x']);

    expect(await texts.areLost(empty, [])).toBe(true);
    expect(await texts.areLost(full, [])).toBe(false);
    expect(keeps).not.toHaveBeenCalled();
  });

  it('waits for a record that another check has, not for its own, and takes one of the same check', async () => {
    const other = textsOf(false);
    other.leases.hold([other.record]);
    const lost = other.texts.areLost(empty, []);
    other.leases.release([other.record]);
    expect(await lost).toBe(true);

    const begun = textsOf(false);
    begun.leases.hold([begun.record]);
    expect(await begun.texts.areLost(empty, null)).toBe(false);

    const own = textsOf(false);
    own.leases.hold([own.record]);
    expect(await own.texts.areLost(empty, [own.record])).toBe(true);
    expect(own.record.held).toBe(true);
  });
});
