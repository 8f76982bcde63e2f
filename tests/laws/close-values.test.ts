import { describe, expect, it } from 'vitest';
import { OPERATORS_OF } from '../../contract/query-language.js';
import type { FieldValues } from '../../generators/values/field-values.js';
import { closeValues } from '../../suites/laws/query/close-values.js';

const NUMBERS = OPERATORS_OF.number;
const field = (type: 'number' | 'date' | 'string', values: readonly unknown[]) =>
  ({ field: 'cost', type, values }) as FieldValues;
const valuesFor = (operator: string, type: 'number' | 'date', values: readonly unknown[]) =>
  closeValues(field(type, values), NUMBERS)
    .filter((one) => one.operator === operator)
    .map(({ value }) => value);

describe('values that are close to those of records', () => {
  it('differ from a record in the fraction alone', () => {
    const values = ['-gt', '-ge', '-lt', '-le', '-eq'].flatMap((operator) =>
      valuesFor(operator, 'number', [3, 12.5, 40]),
    );

    expect(values).toHaveLength(8);
    for (const value of values) expect([3, 12, 40]).toContain(Math.trunc(Number(value)));
    expect(values.filter((value) => !Number.isInteger(value)).length).toBeGreaterThan(4);
  });

  it('are at the end of a field where a comparison hides no other one', () => {
    const held = Array.from({ length: 60 }, (_one, index) => index * 10 + 0.5);
    const [low, high] = [
      ['-lt', '-ge'],
      ['-gt', '-le'],
    ].map((some) => some.flatMap((operator) => valuesFor(operator, 'number', held)).map(Number));

    expect(Math.max(...(low ?? []))).toBeLessThan(200);
    expect(Math.min(...(high ?? []))).toBeGreaterThan(400);
  });

  it('are far enough from every record to differ where the target shows rounded numbers', () => {
    const held = [3.1, 12.5, 40.99, 41.2];

    for (const { value } of closeValues(field('number', held), NUMBERS))
      expect(Math.min(...held.map((own) => Math.abs(own - Number(value))))).toBeGreaterThanOrEqual(0.2);
  });

  it('are other times of the same minute as a record', () => {
    const held = ['2024-03-01T08:30:30Z', '2024-05-01T09:15:25Z'];
    const minutes = closeValues(field('date', held), NUMBERS).map(({ value }) => String(value).slice(0, 16));

    expect(minutes).toHaveLength(6);
    expect(new Set(minutes)).toEqual(new Set(held.map((time) => time.slice(0, 16))));
  });

  it('are none for integers, for dates without a time or a zone, and for texts', () => {
    expect(closeValues(field('number', [1, 2, 3]), NUMBERS)).toEqual([]);
    expect(closeValues(field('date', ['2024-03-01', '2024-03-01T08:30:30']), NUMBERS)).toEqual([]);
    expect(closeValues(field('string', ['a']), OPERATORS_OF.string)).toEqual([]);
  });
});
