import { describe, expect, it } from 'vitest';
import { lastingFields } from '../../../engine/run/confirm/lasting.js';

/** A list of records by id, each with one field. */
const list = (values: Readonly<Record<string, unknown>>) =>
  new Map(Object.entries(values).map(([id, licenses]) => [id, { id, licenses }]));

const before = list({ a: [1], b: [2], c: [3] });
const fieldsIn = (now: Readonly<Record<string, unknown>>, written = ['a', 'b'], first = before) =>
  lastingFields(['licenses'], { before: first, now: list(now), written: new Set(written) });

describe('a field that writes change for good', () => {
  it('has the same new value in two written records, while another one has kept its own', () => {
    expect(fieldsIn({ a: [], b: [], c: [3] })).toEqual([{ name: 'licenses', isProven: true }]);
  });

  it('is not proven if no other record has a value of it', () => {
    const kept = { name: 'licenses', isProven: false };

    expect(fieldsIn({ a: [], b: [], c: [] }, ['a', 'b'], list({ a: [1], b: [2], c: [] }))).toEqual([kept]);
    expect(fieldsIn({ a: [], b: [], c: [] }, ['a', 'b', 'c'])).toEqual([kept]);
  });

  it('has other values in so many written records that it is no chance', () => {
    const ids = [...'abcdefghijklmnop'];
    const first = list(Object.fromEntries(ids.map((id) => [id, [id]])));
    const after = (count: number) => Object.fromEntries(ids.map((id, at) => [id, at < count ? [id, 3] : [id]]));

    expect(fieldsIn(after(4), ids.slice(0, 4), first)).toEqual([{ name: 'licenses', isProven: true }]);
    expect(fieldsIn(after(4), ids.slice(0, 12), first)).toEqual([]);
  });

  it('is not proven by one written record', () => {
    expect(fieldsIn({ a: [], b: [2], c: [3] })).toEqual([{ name: 'licenses', isProven: false }]);
  });

  it.each([
    ['one record that no write named', { a: [1], b: [2], c: [] }],
    ['different new values', { a: [], b: [9], c: [3] }],
    ['a record that no write named', { a: [], b: [], c: [] }],
  ])('is not shown by %s', (_what, now) => {
    expect(fieldsIn(now)).toEqual([]);
  });
});
