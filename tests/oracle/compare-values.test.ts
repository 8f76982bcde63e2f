import { describe, expect, it } from 'vitest';
import type { DataType, Operator } from '../../contract/query-language.js';
import { COLUMN_READINGS, type ColumnReading, type Precision } from '../../engine/oracle/column-readings.js';
import {
  compareBy,
  compareValues,
  isApart,
  readAs,
  storedFor,
  type Value,
} from '../../engine/oracle/compare-values.js';
import { ANYTHING, EITHER, NO, YES } from '../../engine/oracle/truth.js';

const usual = COLUMN_READINGS.string[0] as ColumnReading;
const OPERATORS: readonly Operator[] = ['-eq', '-ne', '-lt', '-le', '-gt', '-ge', '-contains', '-notcontains'];

function value(type: DataType, json: unknown): Value {
  const read = readAs(type, json);
  if (read === null) throw new Error('a null has no value');
  return read;
}
/** The outcomes of the first six operators for a stored and a sought value, as letters. */
function outcomes(type: DataType, stored: unknown, sought: unknown, precision: Precision = 'as shown'): string {
  const letters = new Map([
    [YES, 'y'],
    [NO, 'n'],
    [EITHER, '?'],
    [ANYTHING, '*'],
  ]);
  return OPERATORS.slice(0, 6)
    .map((operator) => compareBy(operator, value(type, stored), value(type, sought), { ...usual, precision }))
    .map((outcome) => letters.get(outcome) ?? '!')
    .join('');
}
// In the order of -eq, -ne, -lt, -le, -gt, -ge.
const [LESS, SAME, MORE, OPEN] = ['nyyynn', 'ynnyny', 'nynnyy', '??????'];

describe('a value', () => {
  it('is read as the type of its field, or is odd', () => {
    expect(readAs('string', 'x')).toEqual({ type: 'string', value: 'x' });
    expect(readAs('number', 1.5)).toEqual({ type: 'number', value: 1.5 });
    expect(readAs('boolean', true)).toEqual({ type: 'boolean', value: 1 });
    expect(readAs('date', '2024-01-01')).toMatchObject({ type: 'date', value: { shown: 'day' } });
    for (const [type, json] of [
      ['string', 1],
      ['number', '1'],
      ['boolean', 1],
      ['date', 'never'],
      ['date', 5],
    ] as const) {
      expect(readAs(type, json)).toEqual({ type: 'odd' });
    }
  });

  it.each([null, undefined])('is none for %s', (json) => {
    expect(readAs('string', json)).toBeNull();
  });
});

describe('a stored null', () => {
  const stored = (type: DataType, nullIs: ColumnReading['nullIs']) => storedFor(type, { ...usual, nullIs });

  it('is nothing, the empty value, or less than all values', () => {
    expect((['string', 'number', 'boolean', 'date'] as const).map((type) => stored(type, 'nothing'))).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect([stored('string', 'empty'), stored('number', 'empty'), stored('boolean', 'empty')]).toEqual([
      { type: 'string', value: '' },
      { type: 'number', value: 0 },
      { type: 'boolean', value: 0 },
    ]);
    expect(stored('number', 'lowest')).toEqual({ type: 'number', value: -Infinity });
    const date = stored('date', 'lowest');
    for (const precision of ['as shown', 'second', 'finer'] as const) {
      const reading = { ...usual, precision };
      expect(compareBy('-lt', date as Value, value('date', '0001-01-01'), reading)).toBe(YES);
      expect(compareBy('-eq', date as Value, value('date', '0001-01-01'), reading)).toBe(NO);
    }
  });
});

describe('numbers', () => {
  it('are compared as they are shown', () => {
    expect([outcomes('number', 1, 2), outcomes('number', 2, 2), outcomes('number', 3, 2)]).toEqual([LESS, SAME, MORE]);
    expect(outcomes('number', 1.001, 1.005)).toBe(LESS);
    expect(outcomes('boolean', false, true)).toBe(LESS);
  });

  it('that differ by less than a fraction may have any order if they are stored with more digits', () => {
    expect(outcomes('number', 1.001, 1.005, 'finer')).toBe(OPEN);
    expect(outcomes('number', 1.5, 1.5, 'finer')).toBe(OPEN);
    expect(outcomes('number', 1, 1, 'finer')).toBe(SAME);
    expect(outcomes('number', 1, 1.005, 'finer')).toBe(OPEN);
    expect(outcomes('number', 1.5, 1.52, 'finer')).toBe(LESS);
    expect(outcomes('boolean', true, true, 'finer')).toBe(SAME);
  });

  it('of a field with fractions may have more digits even if they are integers', () => {
    const rounded = readAs('number', 1, true) as Value;
    const finer = { ...usual, precision: 'finer' } as const;

    expect(compareBy('-eq', rounded, value('number', 1), finer)).toBe(EITHER);
    expect(compareBy('-gt', rounded, value('number', 1), finer)).toBe(EITHER);
    expect(compareBy('-eq', rounded, value('number', 1), usual)).toBe(YES);
    expect(compareBy('-eq', rounded, value('number', 2), finer)).toBe(NO);
  });

  it('do not contain each other', () => {
    for (const operator of ['-contains', '-notcontains'] as const) {
      expect(compareBy(operator, value('number', 1), value('number', 1), usual)).toBe(ANYTHING);
    }
  });
});

describe('dates', () => {
  const noon = '2024-05-06T12:00:00';

  it('are compared as instants, with all their digits', () => {
    expect(outcomes('date', `${noon}Z`, `${noon}.000Z`)).toBe(SAME);
    expect(outcomes('date', `${noon}.0000001Z`, `${noon}Z`)).toBe(MORE);
    expect(outcomes('date', `${noon}+01:00`, `${noon}Z`)).toBe(LESS);
  });

  it('may be truncated to the second, or to the day if only days are shown', () => {
    expect(outcomes('date', `${noon}.900Z`, `${noon}.100Z`, 'second')).toBe(SAME);
    expect(outcomes('date', `${noon}.900Z`, '2024-05-06T12:00:01Z', 'second')).toBe(LESS);
    expect(outcomes('date', '2024-05-06', `${noon}Z`, 'day')).toBe(SAME);
    expect(outcomes('date', '2024-05-06', '2024-05-07T00:00:00Z', 'day')).toBe(LESS);
    expect(outcomes('date', `${noon}Z`, '2024-05-06', 'day')).toBe(MORE);
  });

  it('may be stored more precisely than they are shown', () => {
    expect(outcomes('date', `${noon}Z`, `${noon}Z`, 'finer')).toBe(MORE);
    expect(outcomes('date', `${noon}Z`, `${noon}.500Z`, 'finer')).toBe(OPEN);
    expect(outcomes('date', `${noon}Z`, '2024-05-06T12:00:01Z', 'finer')).toBe(LESS);
    expect(outcomes('date', '2024-05-06', `${noon}Z`, 'finer')).toBe(OPEN);
    expect(outcomes('date', `${noon}.500Z`, `${noon}.501Z`, 'finer')).toBe(LESS);
  });

  it('without a zone may be in any zone of the world', () => {
    expect(outcomes('date', noon, `${noon}Z`, 'another zone')).toBe(OPEN);
    expect(outcomes('date', `${noon}Z`, `${noon}Z`, 'another zone')).toBe(SAME);
    expect(outcomes('date', noon, '2024-05-05T21:59:59Z', 'another zone')).toBe(MORE);
    expect(outcomes('date', noon, '2024-05-05T22:00:00Z', 'another zone')).toBe(OPEN);
    expect(outcomes('date', noon, '2024-05-07T00:00:00Z', 'another zone')).toBe(OPEN);
    expect(outcomes('date', noon, '2024-05-07T00:00:01Z', 'another zone')).toBe(LESS);
    expect(outcomes('date', '2024-05-06', '2024-05-07T12:00:00Z', 'another zone')).toBe(OPEN);
    expect(outcomes('date', '2024-05-06', '2024-05-07T12:00:01Z', 'another zone')).toBe(LESS);
  });
});

describe('texts', () => {
  it('are compared by their collation, and have no order', () => {
    const by = (operator: Operator, stored: string, sought: string) =>
      compareBy(operator, value('string', stored), value('string', sought), usual);

    expect([by('-eq', 'a', 'a'), by('-eq', 'a', 'A'), by('-ne', 'a', 'A')]).toEqual([YES, NO, YES]);
    expect([by('-contains', 'abc', 'b'), by('-contains', 'abc', 'd'), by('-notcontains', 'abc', 'd')]).toEqual([
      YES,
      NO,
      YES,
    ]);
    expect([by('-lt', 'a', 'b'), by('-ge', 'a', 'b'), by('-gt', 'b', 'a')]).toEqual([ANYTHING, ANYTHING, ANYTHING]);
  });

  it('use the comparison that is given', () => {
    const all = () => EITHER;

    expect(compareValues('equal', value('string', 'a'), value('string', 'a'), usual, all)).toBe(EITHER);
    expect(compareValues('contain', value('string', 'a'), value('string', 'a'), usual, all)).toBe(EITHER);
  });
});

describe('values of different types', () => {
  it('claim nothing', () => {
    const values = [value('string', 'a'), value('number', 1), value('boolean', true), value('date', '2024-01-01')];
    const odd: Value = { type: 'odd' };

    for (const one of [...values, odd]) {
      for (const other of [...values, odd].filter(({ type }) => type !== one.type || type === 'odd')) {
        expect(compareBy('-eq', one, other, usual)).toBe(ANYTHING);
      }
    }
  });
});

describe('values that are far enough apart', () => {
  it('have the same order under every reading', () => {
    const day = (text: string) => value('date', text);

    expect(isApart(value('number', 1), value('number', 1.01))).toBe(true);
    expect(isApart(value('number', 1), value('number', 1.009))).toBe(false);
    expect(isApart(value('number', 1.02), value('number', 1))).toBe(true);
    expect(isApart(day('2024-01-01'), day('2024-01-04'))).toBe(false);
    expect(isApart(day('2024-01-01'), day('2024-01-05'))).toBe(true);
    expect(isApart(day('2024-01-05'), day('2024-01-01'))).toBe(true);
    expect(isApart(value('string', 'a'), value('string', 'b'))).toBe(false);
    expect(isApart(value('boolean', true), value('boolean', false))).toBe(false);
    const mixed = [value('number', 99), value('string', '99'), value('boolean', true), day('2024-01-01')];
    for (const one of mixed) {
      for (const other of mixed.filter(({ type }) => type !== one.type)) expect(isApart(one, other)).toBe(false);
    }
    expect(isApart(value('number', 1), day('2024-01-01'))).toBe(false);
  });
});
