import { describe, expect, it } from 'vitest';
import type { Filter, Literal, Operator } from '../../contract/query-language.js';
import { COLUMN_READINGS } from '../../engine/oracle/column-readings.js';
import { appliesTo, evaluate, isNullLiteral, type Reading } from '../../engine/oracle/evaluate.js';
import type { NullPolicy } from '../../engine/oracle/null-policies.js';
import { NO, UNKNOWN } from '../../engine/oracle/truth.js';

const plain: NullPolicy = { equality: NO, order: NO, differs: true, lacks: true, emptyIsNull: false };
const oracle: NullPolicy = { ...plain, equality: UNKNOWN, differs: false, emptyIsNull: true };
const [binary] = COLUMN_READINGS.string as [(typeof COLUMN_READINGS.string)[0]];
const readingOf = (nulls: NullPolicy): Reading => ({ ...binary, nulls });

const text = (operator: Operator, value: string): Filter => ({
  kind: 'comparison',
  field: 'name',
  operator,
  literal: { type: 'string', value },
});
const not = (operand: Filter): Filter => ({ kind: 'not', operand });

describe('the outcome of a filter for a record', () => {
  it('is not claimed for an operator that the document does not define for the type', () => {
    expect(evaluate(text('-gt', 'a'), { name: 'b' }, readingOf(plain))).toBe('unclaimed');
    expect(evaluate(text('-gt', 'a'), {}, readingOf(plain))).toBe('unclaimed');
    expect(appliesTo({ operator: '-gt', literal: { type: 'string', value: 'a' } })).toBe(false);
    expect(appliesTo({ operator: '-gt', literal: { type: 'number', value: 1 } })).toBe(true);
  });

  it.each<[string, Literal]>([
    ['no value', { type: 'number', value: null } as unknown as Literal],
    ['a value of another type', { type: 'number', value: 'x' } as unknown as Literal],
    ['a date that does not exist', { type: 'date', value: '2024-02-30' }],
  ])('is not claimed for a literal with %s, whatever the record holds', (_what, literal) => {
    const filter: Filter = { kind: 'comparison', field: 'x', operator: '-eq', literal };

    expect([{ x: 5 }, { x: null }, {}].map((record) => evaluate(filter, record, readingOf(plain)))).toEqual([
      'unclaimed',
      'unclaimed',
      'unclaimed',
    ]);
  });

  it('is no for each record, also negated, where the empty text is a null that is compared with', () => {
    for (const record of [{ name: '' }, { name: 'a' }, { name: null }, {}]) {
      for (const filter of [text('-eq', ''), text('-ne', '')]) {
        expect(evaluate(filter, record, readingOf(oracle))).toBe(false);
        expect(evaluate(not(filter), record, readingOf(oracle))).toBe(false);
      }
    }
  });

  it('is that of the texts for other values and other operators, and for policies without that', () => {
    expect(evaluate(text('-eq', 'a'), { name: 'a' }, readingOf(oracle))).toBe(true);
    expect(evaluate(text('-ne', 'a'), { name: 'b' }, readingOf(oracle))).toBe(true);
    expect(evaluate(text('-contains', ''), { name: 'a' }, readingOf(oracle))).toBe(true);
    expect(evaluate(text('-eq', ''), { name: '' }, readingOf(plain))).toBe(true);
    expect(evaluate(text('-ne', ''), { name: 'a' }, readingOf(plain))).toBe(true);
    expect(isNullLiteral({ operator: '-contains', literal: { type: 'string', value: '' } }, oracle)).toBe(false);
  });

  it('takes a member that a record only inherits as absent', () => {
    expect(evaluate(text('-eq', 'a'), Object.create({ name: 'a' }), readingOf(plain))).toBe(false);
  });
});
