import { describe, expect, it } from 'vitest';
import { fieldsKept } from '../../suites/laws/writes/lost-fields.js';

/** Records by id, each with one field. */
const listOf = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).map(([id, status]) => ({ id, status }));
const byId = (values: Readonly<Record<string, unknown>>) => new Map(listOf(values).map((one) => [one.id, one]));

const before = listOf({ a: 'Active', b: 'Inactive' });
const keptIn = (now: Readonly<Record<string, unknown>>, first = before) => fieldsKept(['status'], first, byId(now));

describe('a field that other records have kept', () => {
  it('has the same values in all of them that are still listed', () => {
    expect(keptIn({ a: 'Active', b: 'Inactive' })).toEqual(['status']);
    expect(keptIn({ b: 'Inactive' })).toEqual(['status']);
  });

  it('is not shown where a single one has changed, as another client does that changes many', () => {
    expect(keptIn({ a: 'Active', b: 'Active' })).toEqual([]);
  });

  it('is not shown without any other record, or by records without the field', () => {
    expect(keptIn({ c: 'Active' })).toEqual([]);
    expect(keptIn({ a: 'Active' }, [])).toEqual([]);
    expect(fieldsKept(['country'], before, byId({ a: 'Active' }))).toEqual([]);
  });
});
