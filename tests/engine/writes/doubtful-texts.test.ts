import { describe, expect, it, vi } from 'vitest';
import { recordKinds } from '../../../contract/record-kinds.js';
import type { RecordKind } from '../../../contract/types.js';
import type { JsonRecord } from '../../../engine/session/page.js';
import { type Candidate, candidateOf } from '../../../engine/writes/candidate.js';
import { DoubtfulTexts } from '../../../engine/writes/doubtful-texts.js';
import { RecordLeases } from '../../../engine/writes/record-leases.js';
import { doubtfulTextsIn } from '../../../engine/writes/text-doubts.js';

const kind = recordKinds.find(({ id }) => id === 'application') as RecordKind;
const empty = { id: 'e', notes: '' };
const full = { id: 'f', notes: 'a note', primaryOwnerId: 'o' };

/** The texts of a target that keeps empty ones or not, with one record that has a note. */
function textsOf(
  isKept: boolean | ((text: string) => boolean),
  standing: Candidate['standing'] = 'proven',
  others = ['x', 'y'],
  references: Readonly<Record<string, string[]>> = {},
) {
  const leases = new RecordLeases();
  const record = { ...candidateOf(kind, full, { chosen: true }), restores: 'all' as const, standing };
  leases.add(record);
  // With hardly any records, nothing is risked.
  for (const id of others) leases.add({ ...candidateOf(kind, { id, notes: '' }, { chosen: true }), standing: 'left' });
  const keeps = vi.fn(async (_id: string, _record: unknown, _name: string, text: string) =>
    typeof isKept === 'boolean' ? isKept : isKept(text),
  );
  const prove = vi.fn(async (candidate: Candidate) => {
    candidate.standing = 'proven';
  });
  const known = (id: string) => (['f', 's'].includes(id) ? full : undefined);
  const referencesOf = ({ id }: JsonRecord) => references[String(id)] ?? [];
  const countIn = (one: JsonRecord) => doubtfulTextsIn(kind, one) + referencesOf(one).length;
  const texts = new DoubtfulTexts(kind, leases, { keeps } as never, known, { referencesOf, countIn }, prove);
  return { texts, leases, record, keeps, prove };
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

  it('does not wait for a check that waits for its own records', async () => {
    const { texts, leases, record } = textsOf(true, 'untried');
    const second = { ...record, id: 's' };
    leases.add(second);
    leases.hold([record, second]);
    const first = texts.areLost(empty, [second]);

    expect(await texts.areLost({ id: 'g', notes: '' }, [record])).toBe(false);

    record.standing = 'proven';
    leases.release([record]);
    expect(await first).toBe(false);
  });

  it('is tried with a free record, which is proven first', async () => {
    const { texts, record, prove, keeps } = textsOf(false, 'untried');

    expect(await texts.areLost(empty, [])).toBe(true);

    expect(prove).toHaveBeenCalledExactlyOnceWith(record);
    expect(keeps).toHaveBeenCalledTimes(1);
    expect(record.held).toBe(false);
  });
});

describe('another text that a target may reject or change', () => {
  it.each([
    ['long', 'x'.repeat(1001)],
    ['with markup', '<b>soon</b>'],
    ['with a space at its end', 'soon '],
    ['in another Unicode form', 'Åse'.normalize('NFD')],
  ])('is lost or kept as in another record: %s', async (_what, notes) => {
    for (const isKept of [true, false]) {
      const { texts, keeps } = textsOf(isKept);

      expect(await texts.areLost({ id: 'e', notes }, [])).toBe(!isKept);
      expect(keeps).toHaveBeenCalledExactlyOnceWith('f', full, 'notes', notes);
    }
  });

  it('is tried again if it is longer than one that was kept, or shorter than one that was not', async () => {
    const { texts, keeps } = textsOf((text) => text.length < 3000);
    const areLost = (length: number) => texts.areLost({ id: 'e', notes: 'x'.repeat(length) }, []);

    expect([await areLost(2000), await areLost(1500), await areLost(4000), await areLost(5000)]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(keeps.mock.calls.map(([, , , text]) => text.length)).toEqual([2000, 4000]);
    expect(await areLost(2500)).toBe(false);
  });

  it('is the id of a record that is gone', async () => {
    const given = { id: 'e', primaryOwnerId: 'gone' };
    const { texts, keeps } = textsOf(false, 'proven', [], { e: ['primaryOwnerId'] });

    expect(await texts.areLost(given, [])).toBe(true);
    expect(keeps).toHaveBeenCalledExactlyOnceWith('f', full, 'primaryOwnerId', 'gone');

    const unlike = textsOf(false, 'proven', ['x', 'y'], { e: ['primaryOwnerId'], f: ['primaryOwnerId'] });
    expect(await unlike.texts.areLost(given, [])).toBe(false);
    expect(unlike.keeps).not.toHaveBeenCalled();
  });

  it('is used where no other record can show it, however few there are', async () => {
    const { texts } = textsOf(true, 'left', ['x']);

    expect(await texts.areLost({ id: 'e', notes: 'soon ' }, [])).toBe(false);
  });
});
