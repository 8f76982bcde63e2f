import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../engine/writes/candidate.js';
import { type FewClaim, fitting, tooFew } from '../../../engine/writes/record-selection.js';
import { kind } from './memory-run.js';

const candidate = (id: string, given: Partial<Candidate> = {}): Candidate => ({
  id,
  restores: 'all',
  chosen: true,
  doubtful: false,
  standing: 'untried',
  held: false,
  used: false,
  returned: 0,
  ...given,
});
const claim = (given: Partial<FewClaim> = {}): FewClaim => ({
  count: 1,
  unproven: false,
  fresh: false,
  flagsOnly: false,
  ...given,
});
const ids = (candidates: readonly Candidate[], given: Partial<FewClaim> = {}) =>
  fitting(candidates, claim(given)).map(({ id }) => id);

describe('the records that fit a claim', () => {
  it.each([
    ['untried', true, true],
    ['proven', true, true],
    ['refused', false, true],
    ['left', false, true],
    ['lost', false, false],
  ] as const)('are those with a good enough standing: %s', (standing, fits, fitsUnproven) => {
    const one = [candidate('a', { standing })];

    expect(ids(one)).toEqual(fits ? ['a'] : []);
    expect(ids(one, { unproven: true })).toEqual(fitsUnproven ? ['a'] : []);
  });

  it('are chosen ones that can be restored, by flags alone only for a claim of flags', () => {
    const all = [
      candidate('whole'),
      candidate('flags', { restores: 'flags' }),
      candidate('nothing', { restores: 'nothing' }),
      candidate('not-chosen', { chosen: false }),
    ];

    expect(ids(all)).toEqual(['whole']);
    expect(ids(all, { flagsOnly: true })).toEqual(['whole', 'flags']);
  });

  it('are those that lack values, which stay as they are, for a claim that takes them', () => {
    const all = [candidate('lacking', { restores: 'values' }), candidate('whole')];

    expect(ids(all)).toEqual(['whole']);
    expect(ids(all, { lacking: true })).toEqual(['whole', 'lacking']);
    expect(ids(all, { flagsOnly: true })).toEqual(['whole', 'lacking']);
  });

  it('are those that can be restored completely for a claim of flags that also sends updates, if there are enough', () => {
    const all = [candidate('flags', { restores: 'flags' }), candidate('whole', { held: true })];
    const claimed = { flagsOnly: true, updates: true };

    expect(ids(all, claimed)).toEqual(['whole']);
    expect(ids(all, { ...claimed, count: 2 })).toEqual(['whole', 'flags']);
    expect(ids(all.slice(0, 1), claimed)).toEqual(['flags']);
  });

  it('are all of them if there are too few to reserve some', () => {
    const few = [candidate('used', { used: true }), candidate('a'), candidate('b')];

    expect(ids(few)).toEqual(['used', 'a', 'b']);
  });

  it('are held ones too, which are awaited', () => {
    expect(ids([candidate('a', { held: true })])).toEqual(['a']);
  });
});

describe('the rank of a record', () => {
  const used = { used: true } as const;

  it('is better without earlier writes for a claim of fresh records, and with them for others', () => {
    const all = [candidate('new-1'), candidate('used-1', used), candidate('new-2'), candidate('used-2', used)];

    expect(ids(all, { fresh: true })).toEqual(['new-1', 'new-2', 'used-1', 'used-2']);
    expect(ids(all, { count: 4 })).toEqual(['used-1', 'used-2', 'new-1', 'new-2']);
  });

  it('is the same for a claim of records that are like others, used or not', () => {
    const all = [candidate('new'), candidate('used', used)];

    expect(ids(all, { prefers: 'alike' })).toEqual(['new', 'used']);
    expect(ids(all)).toEqual(['used', 'new']);
  });

  it('leaves only the best to a claim of records that are like others, unless there are too few', () => {
    const all = [candidate('a'), candidate('b', used), candidate('doubtful', { doubtful: true })];

    expect(ids(all, { prefers: 'alike' })).toEqual(['a', 'b']);
    expect(ids(all, { prefers: 'alike', count: 2 })).toEqual(['a', 'b', 'doubtful']);
  });

  it('is the same for a claim of diverse records, unless it needs fresh ones', () => {
    const all = [candidate('used', used), candidate('new')];

    expect(ids(all, { prefers: 'diverse' })).toEqual(['used', 'new']);
    expect(ids(all, { prefers: 'diverse', fresh: true, count: 2 })).toEqual(['new', 'used']);
    expect(ids([...all, candidate('new-2')], { prefers: 'diverse', fresh: true })).toEqual(['new', 'new-2']);
  });

  it('is worse if only the flags can be restored, whatever was written to it', () => {
    const all = [candidate('flags', { restores: 'flags' }), candidate('whole', used)];

    expect(ids(all, { flagsOnly: true, fresh: true })).toEqual(['whole', 'flags']);
  });

  it('is worst if it could not be restored', () => {
    const all = [
      candidate('left', { standing: 'left', ...used }),
      candidate('flags', { restores: 'flags' }),
      candidate('whole', used),
    ];

    expect(ids(all, { flagsOnly: true, fresh: true, unproven: true })).toEqual(['whole', 'flags', 'left']);
  });
});

describe('records with doubtful values', () => {
  const doubtful = { doubtful: true } as const;

  it('are chosen last, but before those that could not be restored', () => {
    const left = candidate('left', { standing: 'left' });
    const all = [left, candidate('doubtful', doubtful), candidate('sure', { standing: 'proven' })];

    expect(ids(all, { unproven: true, count: 3 })).toEqual(['sure', 'doubtful', 'left']);
  });

  it('are spared, like all others, while a damaged record serves and none has kept its values', () => {
    const all = [candidate('sure'), candidate('doubtful', doubtful), candidate('left', { standing: 'left' })];

    expect(ids(all, { unproven: true, count: 3 })).toEqual(['left', 'sure', 'doubtful']);
    expect(ids(all)).toEqual(['sure']);
  });

  it.each(['left', 'refused'] as const)('are spared once a record was not accepted: %s', (standing) => {
    const all = [candidate('first', { standing }), candidate('doubtful', doubtful), candidate('sure')];

    expect(ids(all)).toEqual(['sure']);
    expect(ids(all, { count: 2 })).toEqual(['sure', 'doubtful']);
  });
});

describe('records for checks that prefer fresh ones', () => {
  const many = (count: number) => Array.from({ length: count }, (_unused, index) => candidate(`r${index}`));

  it.each([
    [8, 6],
    [12, 9],
    [24, 18],
    [40, 34],
  ])('are kept from other checks: of %i, these get %i', (count, others) => {
    expect(ids(many(count))).toEqual(
      many(count)
        .slice(0, others)
        .map(({ id }) => id),
    );
    expect(ids(many(count), { fresh: true })).toHaveLength(count);
  });

  it('are given to a check that needs more than the others', () => {
    expect(ids(many(12), { count: 9 })).toHaveLength(9);
    expect(ids(many(12), { count: 10 })).toHaveLength(12);
  });

  it('are only records without earlier writes', () => {
    const all = [...many(2), ...many(10).map((one) => ({ ...one, id: `used-${one.id}`, used: true }))];

    expect(ids(all)).toEqual(Array.from({ length: 10 }, (_unused, index) => `used-r${index}`));
  });
});

describe('the reason for too few records', () => {
  it.each([
    [2, 0, 'it needs 2 user records that can be restored, and there are none'],
    [1, 0, 'it needs 1 user record that can be restored, and there are none'],
    [3, 1, 'it needs 3 user records that can be restored, and there is 1'],
    [3, 2, 'it needs 3 user records that can be restored, and there are 2'],
  ])('says how many are needed and found: %i, %i', (wanted, found, reason) => {
    expect(tooFew(kind, { wanted, found, earlier: 0, own: 0, lacking: 0, inEach: [], worth: [], atRisk: 0 })).toBe(
      `${reason}; name some with --fixture writableUserIds=ID,ID`,
    );
    expect(tooFew(kind, { wanted, found, earlier: 3, own: 0, lacking: 0, inEach: [], worth: [], atRisk: 0 })).toBe(
      `${reason}; an earlier run left 3 unrestored: run touchstone undo`,
    );
    expect(tooFew(kind, { wanted, found, earlier: 0, own: 2, lacking: 0, inEach: [], worth: [], atRisk: 0 })).toBe(
      `${reason}; the target did not restore 2 when this run asked it to; name others with --fixture writableUserIds=ID,ID`,
    );
    const lacking = { earlier: 0, own: 0, lacking: 24, inEach: ['notes', 'description'], atRisk: 0 };
    const named = `${reason} (24 lack a value that an update sets, each of them notes, description); name some that lack none with --fixture writableUserIds=ID,ID`;
    expect(tooFew(kind, { wanted, found, ...lacking, worth: [] })).toBe(named);
    expect(tooFew(kind, { wanted, found, ...lacking, worth: ['a', 'b'] })).toBe(
      `${named}; or name those that lack some, such as --fixture writableUserIds=a,b: null is sent for what they lack, which one of them keeps for good if the target stores it as another value`,
    );
    expect(tooFew(kind, { wanted, found, earlier: 0, own: 0, lacking: 0, inEach: [], worth: [], atRisk: 2 })).toBe(
      `${reason} (2 hold a text that the target may not store again); name some with --fixture writableUserIds=ID,ID`,
    );
  });
});
