import { describe, expect, it } from 'vitest';
import { diverse } from '../../../engine/session/diverse.js';
import type { JsonRecord } from '../../../engine/session/page.js';

const usual = (id: number): JsonRecord => ({
  id: `${id}`,
  name: `n${id}`,
  owner: 'a',
  isActive: true,
  total: 3,
  types: [1, 2],
});
const RECORDS: readonly JsonRecord[] = Array.from({ length: 40 }, (_unused, index) => usual(index)).map(
  (record, index) => ({
    ...record,
    ...(index === 7 && { owner: null }),
    ...(index === 13 && { isActive: false }),
    ...(index === 21 && { types: [] }),
    ...(index === 30 && { total: 0 }),
  }),
);
const idsOf = (records: readonly JsonRecord[]) => records.map(({ id }) => id);

describe('diverse records', () => {
  const [first = {}] = RECORDS;

  it('are those with a value of another kind than the known ones, those without a value first', () => {
    expect(idsOf(diverse(RECORDS, 4, [first]))).toEqual(['7', '21', '13', '30']);
  });

  it('are filled up with others at even distances', () => {
    const chosen = idsOf(diverse(RECORDS, 6, [first]));
    expect(new Set(chosen).size).toBe(6);
    expect(chosen.slice(4)).toEqual(['1', '20']);
  });

  it('begin with one that counts nothing', () => {
    expect(idsOf(diverse(RECORDS, 1, [first], ['total']))).toEqual(['30']);
  });

  it('include one whose text loses its zeros as a number', () => {
    const records = [...RECORDS, { ...usual(40), name: '00105' }];
    expect(idsOf(diverse(records, 5, [first]))).toContain('40');
  });

  it('include one that lacks two values at once', () => {
    const records = [...RECORDS, { ...usual(40), owner: null, types: [] }, { ...usual(41), owner: null }];
    expect(idsOf(diverse(records, 1, [first]))).toEqual(['40']);
  });
});
