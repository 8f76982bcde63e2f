import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../engine/writes/journal-entry.js';
import { JournalState } from '../../../engine/writes/journal-state.js';
import { recordKey } from '../../../engine/writes/record-key.js';
import { RUN } from './journal-lines.js';
import { answer, before, write } from './user-entries.js';

describe('the state of a journal', () => {
  const other: Entry = { type: 'before', kind: 'user', id: 'u-2', fields: { notes: 'x' } };
  const ended = (n: number, afterMs: number): Entry => ({ type: 'ended', n, status: 'Complete', afterMs }) as Entry;
  const numbersOf = (writes: readonly { readonly n: number }[]) => writes.map(({ n }) => n);

  it('has the run, the records that were chosen, the removals, and whether the run finished', () => {
    const removal = { type: 'removal', n: 1, users: ['u-1'] } as unknown as Entry;
    const started = new JournalState([RUN, { type: 'chosen', kind: 'user', ids: ['U-1', 'u-2'] } as Entry, removal]);

    expect(started).toMatchObject({ run: RUN, removals: [removal], finished: false });
    expect([...started.chosen]).toEqual(['u-1', 'u-2'].map((id) => recordKey('user', id)));
    started.take({ type: 'finished' } as Entry);
    expect(started.finished).toBe(true);
  });

  it('knows the records that were read, whatever the case of an id', () => {
    const state = new JournalState([before]);

    expect([state.knows('user', 'U-1'), state.knows('user', 'u-2'), state.knows('application', 'u-1')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('has the number of the last write, and the writes that may still change something', () => {
    const state = new JournalState([before, write(2, 'a'), write(1, 'b'), write(3, 'c'), write(4, 'd')]);
    state.take(answer(1, 200));
    state.take(answer(2, 0));
    state.take(answer(3, 202));

    expect(state.writes).toBe(4);
    expect(numbersOf(state.open())).toEqual([2, 3, 4]);
    expect([state.write(1), state.write(3)?.answer?.status]).toEqual([undefined, 202]);
    state.take(ended(3, 70));
    state.take(ended(9, 20));
    expect(numbersOf(state.open())).toEqual([2, 4]);
    expect(state.longestTaskMs).toBe(70);
  });

  it('has no effect of entries about records and writes that it does not have', () => {
    const state = new JournalState([before]);
    for (const entry of [answer(7, 200), { type: 'settled', kind: 'user', id: 'u-9', how: 'left' }] as Entry[]) {
      state.take(entry);
    }
    state.take({ type: 'reopened', kind: 'user', id: 'u-9' } as Entry);
    state.take({ ...write(1, 'a'), ids: ['u-9'] } as Entry);

    expect([state.unsettled(), state.unrestored(), state.reached()]).toEqual([[], [], []]);
    expect(state.record('user', 'u-9')).toBeUndefined();
  });

  it('lists the records of each kind of standing', () => {
    const both = { ...write(1, 'a'), ids: ['u-1', 'u-2'] } as Entry;
    const state = new JournalState([before, other, both, answer(1, 200)]);
    const idsOf = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);

    expect(idsOf(state.unsettled())).toEqual(['u-1', 'u-2']);
    state.take({ type: 'settled', kind: 'user', id: 'u-1', how: 'restored' });
    expect(idsOf(state.unsettled())).toEqual(['u-2']);
    expect(idsOf(state.unrestored())).toEqual(['u-2']);
    expect(idsOf(state.reached())).toEqual(['u-1', 'u-2']);
    expect(idsOf(state.touched())).toEqual(['u-1', 'u-2']);
  });

  it.each([
    [399, ['u-1']],
    [400, []],
    [499, []],
    [500, ['u-1']],
  ])('counts a record as written to by a write that returned %i: %j', (status, ids) => {
    const state = new JournalState([before, write(1, 'a'), answer(1, status)]);

    expect(state.touched().map(({ id }) => id)).toEqual(ids);
  });

  it('knows the values that a response gave a field that was sent, but those of no other field or kind', () => {
    const state = new JournalState([before, write(1, 'a'), answer(1, 200, { notes: 'A', status: 'new' })]);
    const sent = (kind: string, field: string, value: unknown) => state.wasSent(kind, field, value);

    expect([sent('user', 'notes', 'a'), sent('user', 'notes', 'A')]).toEqual([true, true]);
    expect([sent('user', 'status', 'new'), sent('application', 'notes', 'a'), sent('user', 'x', 'a')]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
