import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../engine/writes/journal-entry.js';
import { JournalState } from '../../../engine/writes/journal-state.js';
import { isRestored, mayBeOwn } from '../../../engine/writes/written-values.js';
import { answer, before, write } from './user-entries.js';

function recordOf(...entries: Entry[]) {
  const record = new JournalState([before, ...entries]).record('user', 'U-1');
  if (record === undefined) throw new Error('the record is not known');
  return record;
}

/** Of all values that a test mentions, those that the run may have given the record. */
const valuesOf = (...entries: Entry[]) =>
  ['as it was', 'a', 'A', 'b', 'of another client'].filter((value) => mayBeOwn(recordOf(...entries), 'notes', value));

describe('the values that a field may have because of the run', () => {
  it.each<[string, Entry[], unknown[]]>([
    ['what it was', [], ['as it was']],
    ['what was sent, whether it was answered or not', [write(1, 'a')], ['as it was', 'a']],
    [
      'what was sent and refused, since a target may take it all the same',
      [write(1, 'a'), answer(1, 400)],
      ['as it was', 'a'],
    ],
    [
      'the last of two that succeeded',
      [write(1, 'a'), answer(1, 200), write(2, 'b'), answer(2, 200)],
      ['as it was', 'b'],
    ],
    [
      'both of two that were under way together',
      [write(1, 'a'), write(2, 'b'), answer(1, 200), answer(2, 200)],
      ['as it was', 'a', 'b'],
    ],
    [
      'an earlier one too, where a later one was refused',
      [write(1, 'a'), answer(1, 200), write(2, 'b'), answer(2, 400)],
      ['as it was', 'a', 'b'],
    ],
    [
      'anything after the target failed on a write',
      [write(1, 'a'), answer(1, 500)],
      ['as it was', 'a', 'A', 'b', 'of another client'],
    ],
    [
      'an earlier one too, where a later one may not have reached the record',
      [write(1, 'a'), answer(1, 200), { ...write(2, 'b'), wide: true } as Entry, answer(2, 200)],
      ['as it was', 'a', 'b'],
    ],
    [
      'what the answer says the record became',
      [write(1, 'a'), answer(1, 200, { notes: 'A' })],
      ['as it was', 'A', 'a'],
    ],
    [
      'nothing of what was before it was restored',
      [write(1, 'a'), answer(1, 200), { type: 'settled', kind: 'user', id: 'u-1', how: 'restored' }],
      ['as it was'],
    ],
  ])('are %s', (_what, entries, values) => {
    expect(valuesOf(...entries).sort()).toEqual([...values].sort());
  });

  it('are those of a bulk update until its task has ended, and after', () => {
    const ended = [write(1, 'a'), answer(1, 202), { type: 'ended', n: 1 } as Entry, write(2, 'b'), answer(2, 200)];

    expect(valuesOf(write(1, 'a'), answer(1, 202), write(2, 'b'), answer(2, 200)).sort()).toEqual([
      'a',
      'as it was',
      'b',
    ]);
    expect(valuesOf(...ended).sort()).toEqual(['as it was', 'b']);
  });
});

describe('a value that a later write should have replaced', () => {
  const stateOf = (...entries: Entry[]) => new JournalState([before, ...entries], true);
  const replaced = [write(1, 'a'), answer(1, 200), write(2, 'as it was'), answer(2, 200)];
  const isOwn = (state: JournalState) => mayBeOwn(state.record('user', 'u-1') as never, 'notes', 'a');

  it('may be of the run until a read has shown the later one', () => {
    const state = stateOf(...replaced);

    state.showed('user', 'U-1', { notes: 'as it was' }, 3);
    expect(isOwn(state)).toBe(true);
    state.showed('user', 'U-1', { notes: 'a' }, state.now);
    expect(isOwn(state)).toBe(true);
    state.showed('user', 'U-1', { notes: 'as it was' }, state.now);
    expect(isOwn(state)).toBe(false);
  });

  it('is not of the run once the record was restored', () => {
    const how = { kind: 'user', id: 'u-1' } as const;
    const state = stateOf(...replaced, { type: 'settled', how: 'restored', ...how }, { type: 'reopened', ...how });

    expect(isOwn(state)).toBe(false);
  });

  it('is not of the run if its reads are not known, as in an undo', () => {
    expect(isOwn(new JournalState([before, ...replaced]))).toBe(false);
  });
});

describe('a record that shows what it was', () => {
  it.each<[string, Entry[], boolean]>([
    ['is back after a write that was refused', [write(1, 'a'), answer(1, 400)], true],
    [
      'is back after it was given its own value again',
      [write(1, 'a'), answer(1, 200), write(2, 'as it was'), answer(2, 200)],
      true,
    ],
    ['may not be while a read could lag behind a write', [write(1, 'a'), answer(1, 200)], false],
    ['may not be while no answer has come', [write(1, 'as it was')], false],
    ['may not be after an error of the target', [write(1, 'a'), answer(1, 500)], false],
  ])('%s', (_what, entries, back) => {
    expect(isRestored(recordOf(...entries))).toBe(back);
  });
});

describe('a field that a write may give any value', () => {
  const odd = { ...write(1, undefined), sent: {}, anyValue: ['notes'] } as Entry;

  it.each([
    [true, true],
    [false, true],
    [null, true],
    ['', true],
    ['of another client', false],
  ])('may be %j because of the run: %j', (value, own) => {
    expect(mayBeOwn(recordOf(odd, answer(1, 400)), 'notes', value)).toBe(own);
  });

  it('is not known to be restored after such a write was accepted', () => {
    expect(isRestored(recordOf(odd, answer(1, 200)))).toBe(false);
  });
});

describe('a journal', () => {
  const settled = (how: 'restored' | 'left'): Entry => ({ type: 'settled', kind: 'user', id: 'u-1', how });
  const stateOf = (...entries: Entry[]) => new JournalState([before, ...entries]);
  const idsOf = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);

  it('keeps the original record, whatever is read later', () => {
    const again: Entry = { type: 'before', kind: 'user', id: 'u-1', fields: { notes: 'changed' } };

    expect(stateOf(write(1, 'a'), answer(1, 400), settled('restored'), again).record('user', 'u-1')?.before).toEqual({
      notes: 'as it was',
    });
  });

  it('knows which values the run has sent to any record', () => {
    const state = stateOf(write(1, 'a'));

    expect(['a', 'b'].map((value) => state.wasSent('user', 'notes', value))).toEqual([true, false]);
  });

  it('holds a record that another client has changed as not restored', () => {
    expect(idsOf(stateOf(write(1, 'a'), answer(1, 200), settled('left')).unrestored())).toEqual(['u-1']);
    expect(idsOf(stateOf(write(1, 'a'), answer(1, 200), settled('restored')).unrestored())).toEqual([]);
  });

  it('treats every write that ever reached a record as a possible cause when it differs again', () => {
    const reopened: Entry = { type: 'reopened', kind: 'user', id: 'u-1' };
    const state = stateOf(write(1, 'a'), answer(1, 200), settled('restored'), reopened);

    expect(idsOf(state.unsettled())).toEqual(['u-1']);
    expect(mayBeOwn(state.record('user', 'u-1') as never, 'notes', 'a')).toBe(true);
  });

  it('counts a record as written to where a write names it and was not refused', () => {
    expect(idsOf(stateOf(write(1, 'a'), answer(1, 400)).touched())).toEqual([]);
    expect(idsOf(stateOf({ ...write(1, 'a'), wide: true } as Entry, answer(1, 200)).touched())).toEqual([]);
    expect(idsOf(stateOf(write(1, 'a'), answer(1, 200), write(2, 'b'), answer(2, 200)).touched())).toEqual(['u-1']);
  });
});

describe('an empty text', () => {
  it.each(['', null])('may be what a target stored of a text that was sent: %j', (value) => {
    expect(mayBeOwn(recordOf(write(1, 'a'), answer(1, 200)), 'notes', value)).toBe(true);
  });

  it('is the value of another client if no write sent a text', () => {
    expect(mayBeOwn(recordOf(), 'notes', '')).toBe(false);
  });
});

describe('a value that a target converts', () => {
  it.each([
    [5, '5', true],
    ['true', true, true],
    [null, '', true],
    [null, 0, true],
    [null, false, true],
    [null, 'x', false],
    [null, true, false],
    [5, '6', false],
    [0, null, false],
  ])('of %j may become %j: %j', (sent, shown, own) => {
    const record = recordOf(write(1, sent), answer(1, 200));

    expect(mayBeOwn(record, 'notes', shown)).toBe(own);
  });

  it('is taken for every record of a write from what was sent, and for a single one from the response too', () => {
    const many = { ...write(1, 'a'), ids: ['u-1', 'u-2'] } as Entry;

    expect(mayBeOwn(recordOf(many, answer(1, 200, { notes: 'A' })), 'notes', 'A')).toBe(false);
    expect(mayBeOwn(recordOf(write(1, 'a'), answer(1, 200, { notes: 'A' })), 'notes', 'A')).toBe(true);
  });

  it('may come from a write that has not ended, even if the record was settled since', () => {
    const settled: Entry = { type: 'settled', kind: 'user', id: 'u-1', how: 'restored' };

    expect(mayBeOwn(recordOf(write(1, 'a'), answer(1, 202), settled), 'notes', 'a')).toBe(true);
    expect(mayBeOwn(recordOf(write(1, 'a'), answer(1, 200), settled), 'notes', 'a')).toBe(false);
  });

  it('is no other value of a field that a failed write did not send', () => {
    const record = recordOf(write(1, 'a'), answer(1, 500));

    expect([mayBeOwn(record, 'notes', 'other'), mayBeOwn(record, 'status', 'other')]).toEqual([true, false]);
  });

  it('keeps a record from being restored if the response names a field with another value than before', () => {
    const same = write(1, 'as it was');

    expect(isRestored(recordOf(same, answer(1, 200)))).toBe(true);
    expect(isRestored(recordOf(same, answer(1, 200, { status: 'changed' })))).toBe(false);
    expect(isRestored(recordOf(same, answer(1, 200, { notes: 'other' })))).toBe(false);
    expect(isRestored(recordOf(same, answer(1, 202)))).toBe(false);
  });
});
