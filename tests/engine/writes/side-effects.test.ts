import { describe, expect, it } from 'vitest';
import type { KnownWrite, TouchedRecord } from '../../../engine/writes/journal-state.js';
import { changedWhereWritten, sideEffectsOf } from '../../../engine/writes/side-effects.js';

const IDS = ['a', 'b', 'c', 'd', 'e'];
const before = IDS.map((id) => ({ id, status: 'Active', isOnline: false }));

/** The list after the status of some records has changed. */
const now = (values: Readonly<Record<string, string>>) =>
  before.map((record) => ({ ...record, status: values[record.id] ?? record.status }));

/** Records that one write each has reached, which may also miss them if it is wide. */
const reached = (ids: readonly string[], sent: Readonly<Record<string, unknown>>, wide = false): TouchedRecord[] =>
  ids.map((id, index) => {
    const write = { n: index, operation: 'bulk', sent, answer: { status: 202 }, ...(wide && { wide: true }) };
    return { id, all: [write as unknown as KnownWrite] } as unknown as TouchedRecord;
  });

const effects = (values: Readonly<Record<string, string>>, records: readonly TouchedRecord[]) =>
  sideEffectsOf(['status'], { before, now: now(values), reached: records });

describe('a field that no write contains', () => {
  const three = { a: 'Held', b: 'Held', c: 'Held' };

  it('was set by the writes of one kind if all records that they reached have the same new value, and no other has', () => {
    const online = reached(['a', 'b', 'c'], { isOnline: true });
    const offline = reached(['d', 'e'], { isOnline: false });

    expect(effects(three, [...online, ...offline])).toEqual(['status']);
  });

  it('may have been set by another client if a record that they reached has not changed', () => {
    expect(effects(three, reached(['a', 'b', 'c', 'd'], { isOnline: true }))).toEqual([]);
  });

  it('may have been set by another client if a record has changed that they did not reach', () => {
    expect(effects({ ...three, e: 'Held' }, reached(['a', 'b', 'c'], { isOnline: true }))).toEqual([]);
    expect(
      effects({ ...three, e: 'Held' }, [
        ...reached(['a', 'b', 'c'], { isOnline: true }),
        ...reached(['e'], { isOnline: true }, true),
      ]),
    ).toEqual(['status']);
  });

  it('may have been set by another client if only two records have changed, or not alike', () => {
    expect(effects({ a: 'Held', b: 'Held' }, reached(['a', 'b'], { isOnline: true }))).toEqual([]);
    expect(effects({ ...three, c: 'Left' }, reached(['a', 'b', 'c'], { isOnline: true }))).toEqual([]);
  });
});

describe('a field that no write contains has changed where the run has written', () => {
  const unwritten = ['f', 'g', 'h', 'i'].map((id) => ({ id, status: 'Active', isOnline: false }));
  const changed = (
    values: Readonly<Record<string, string>>,
    records: readonly TouchedRecord[],
    others: typeof unwritten = unwritten,
  ) =>
    changedWhereWritten(['status'], {
      before: [...before, ...others],
      now: [...now(values), ...others],
      reached: records,
    });

  it('if several records that writes have reached have other values, and no other record', () => {
    const written = reached(['a', 'b', 'c', 'd'], { isOnline: true });

    expect(changed({ a: 'Held', b: 'Left', c: 'Held' }, written)).toEqual(['status']);
    expect(changed({ a: 'Held', b: 'Left' }, written)).toEqual([]);
    expect(changed({ a: 'Held', b: 'Left', c: 'Held', e: 'Held' }, written)).toEqual([]);
  });

  it('but not if hardly any record was left that another client could have changed instead', () => {
    const three = { a: 'Held', b: 'Left', c: 'Held' };

    expect(changed(three, reached(IDS, { isOnline: true }), [])).toEqual([]);
    expect(changed(three, reached(IDS, { isOnline: true }), unwritten.slice(0, 1))).toEqual([]);
    expect(changed(three, reached(IDS, { isOnline: true }))).toEqual(['status']);
  });

  it('but not if it is a time that has become the present one', () => {
    const moved = new Date().toISOString();

    expect(changed({ a: moved, b: moved, c: moved }, reached(['a', 'b', 'c'], { isOnline: true }))).toEqual(['status']);
    const times = IDS.map((id) => ({ id, lastActive: '2025-01-01T00:00:00Z' }));
    const later = times.map((record) => ({ ...record, lastActive: moved }));
    const readings = { before: times, now: later, reached: reached(IDS, { isOnline: true }) };
    expect(changedWhereWritten(['lastActive'], readings)).toEqual([]);
    expect(sideEffectsOf(['lastActive'], readings)).toEqual([]);
  });
});
