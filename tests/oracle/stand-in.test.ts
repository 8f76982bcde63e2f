import { describe, expect, it } from 'vitest';
import type { Filter, Literal, Operator } from '../../contract/query-language.js';
import { FilterJudge } from '../../engine/oracle/filter-judge.js';
import { mayBeNull } from '../../engine/oracle/stand-in.js';
import { Table } from '../../engine/oracle/table.js';
import { identity, type JsonRecord } from '../../engine/session/page.js';

const NIL = '00000000-0000-0000-0000-000000000000';

/** How many responses to a filter on `field` are wrong; a response is the values of the field of the returned records. */
function countWrong(
  values: readonly (string | null)[],
  operator: Operator,
  literal: Literal,
  returned: readonly (string | null)[],
  negated = false,
): number {
  const records: JsonRecord[] = values.map((field, index) => ({ id: `${index}`, field }));
  const judge = new FilterJudge(new Table(records, { field: literal.type }));
  const ids = records.filter(({ field }) => returned.includes(field as string | null)).map(identity);
  const comparison: Filter = { kind: 'comparison', field: 'field', operator, literal };
  judge.add({ filter: negated ? { kind: 'not', operand: comparison } : comparison, ids, whole: true });
  return judge.verdict().wrong.length;
}

const text = (value: string): Literal => ({ type: 'string', value });
const date = (value: string): Literal => ({ type: 'date', value });

describe('a value that may stand for a null', () => {
  it('is the empty text, the nil UUID, or the first or last date of a date type', () => {
    expect(['', NIL].every((value) => mayBeNull('string', value))).toBe(true);
    expect(['0001-01-01T00:00:00Z', '9999-12-31', '1970-01-01T00:00:00Z'].every((one) => mayBeNull('date', one))).toBe(
      true,
    );
    expect(['a', '0', `${NIL}0`, '1970-01-01'].some((value) => mayBeNull('string', value))).toBe(false);
    expect(['1970-02-01', '2024-01-01'].some((value) => mayBeNull('date', value))).toBe(false);
    expect(mayBeNull('number', 0)).toBe(false);
  });

  it('may be missing among the records that differ from a text, but not be returned for another text', () => {
    const values = ['Sales', 'IT', ''];

    expect(countWrong(values, '-ne', text('Sales'), ['IT'])).toBe(0);
    expect(countWrong(values, '-ne', text('Sales'), ['IT', ''])).toBe(0);
    expect(countWrong(values, '-ne', text('Sales'), [''])).toBe(1);
    expect(countWrong(values, '-eq', text('Sales'), ['Sales', ''])).toBe(1);
  });

  it('may satisfy no operator, so that it satisfies the negation of each', () => {
    const values = ['Sales', 'IT', ''];
    const NEGATED = true;

    expect(countWrong(values, '-ne', text('Sales'), ['Sales', ''], NEGATED)).toBe(0);
    expect(countWrong(values, '-ne', text('Sales'), ['Sales'], NEGATED)).toBe(0);
    expect(countWrong(values, '-ne', text('Sales'), ['IT', ''], NEGATED)).toBe(1);
  });

  it('may be found by itself, or not', () => {
    const values = ['Sales', 'IT', ''];

    expect(countWrong(values, '-eq', text(''), [''])).toBe(0);
    expect(countWrong(values, '-eq', text(''), [])).toBe(0);
    expect(countWrong(values, '-eq', text(''), ['IT'])).toBe(1);
  });

  it('may be on either side of any date', () => {
    const values = ['2024-01-01T00:00:00Z', '2024-06-01T00:00:00Z', '0001-01-01T00:00:00Z'];
    const [january, , first] = values as [string, string, string];
    const before = date('2024-02-01T00:00:00Z');

    expect(countWrong(values, '-lt', before, [january, first])).toBe(0);
    expect(countWrong(values, '-lt', before, [january])).toBe(0);
    expect(countWrong(values, '-lt', before, [first])).toBe(1);
  });

  it('stands for nothing beside nulls', () => {
    expect(countWrong(['Sales', 'IT', '', null], '-contains', text('S'), ['Sales', null])).toBe(1);
    expect(countWrong(['2024-01-01', '0001-01-01', null], '-lt', date('2024-02-01'), ['2024-01-01'])).toBe(1);
  });
});
