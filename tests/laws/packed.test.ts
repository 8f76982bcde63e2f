import { describe, expect, it } from 'vitest';
import {
  type Comparison,
  type DataType,
  type Filter,
  OPERATORS_OF,
  type Operator,
} from '../../contract/query-language.js';
import { COLUMN_READINGS } from '../../engine/oracle/column-readings.js';
import { evaluate, type Reading } from '../../engine/oracle/evaluate.js';
import { NULL_POLICIES } from '../../engine/oracle/null-policies.js';
import type { JsonRecord } from '../../engine/session/page.js';
import { packed } from '../../suites/laws/query/packed.js';

const NAMES = ['Anna', 'Berta', 'Cäsar', 'Dora', 'Emil', 'Friedrich', 'Gustav', 'anna'];
const RECORDS = Array.from(
  { length: 40 },
  (_unused, index): JsonRecord => ({
    id: `${index}`,
    name: NAMES[index % NAMES.length],
    count: index % 7,
    day: `2025-01-${String((index % 28) + 1).padStart(2, '0')}`,
  }),
);
const LITERALS = {
  name: { type: 'string', value: 'Dora' },
  count: { type: 'number', value: 3 },
  day: { type: 'date', value: '2025-01-14' },
} as const;
const OTHERS = {
  name: { type: 'string', value: 'Gustav' },
  count: { type: 'number', value: 6 },
  day: { type: 'date', value: '2025-01-25' },
} as const;
const comparisons = Object.entries(LITERALS).flatMap(([field, literal]) =>
  OPERATORS_OF[literal.type].map((operator): Comparison => ({ kind: 'comparison', field, operator, literal })),
);

const readingOf = (type: DataType): Reading => ({
  ...(COLUMN_READINGS[type][0] as Reading),
  nulls: NULL_POLICIES[0] as Reading['nulls'],
});
const resultOf = (filter: Filter, type: DataType = 'string') =>
  RECORDS.map((record) => evaluate(filter, record, readingOf(type))).join();

const OPERATORS = [...new Set(Object.values(OPERATORS_OF).flat())];
const PAIRS = OPERATORS.flatMap((from) => OPERATORS.filter((to) => to !== from).map((to) => [from, to] as const));

/** A comparison as a target reads it that takes one operator for another, or each of the two for the other. */
function readAs(one: Comparison, from: Operator, to: Operator, isSwapped: boolean): Comparison {
  const operator = one.operator === from ? to : isSwapped && one.operator === to ? from : one.operator;
  return OPERATORS_OF[one.literal.type].includes(operator) ? ({ ...one, operator } as Comparison) : one;
}

describe('a pack of comparisons', () => {
  const packs = packed(comparisons, RECORDS, 4);

  it('has all of them once, in few filters', () => {
    const held = packs.flatMap((pack) => (pack.kind === 'comparison' ? [pack] : pack.operands));

    expect(new Set(held)).toEqual(new Set(comparisons));
    expect(held).toHaveLength(comparisons.length);
    expect(packs.length).toBeLessThanOrEqual(0.6 * comparisons.length);
  });

  it('has no comparisons that make up for each other where an operator is read as another one, or the two are swapped', () => {
    const others = comparisons.flatMap((one) => [one, { ...one, literal: OTHERS[one.field as 'name'] } as Comparison]);
    const joined = packed(others, RECORDS, 8).filter((one) => one.kind !== 'comparison');
    const fieldsOf = (pack: (typeof joined)[number]) => pack.operands.map((operand) => (operand as Comparison).field);
    const shared = joined.filter((pack) => new Set(fieldsOf(pack)).size < pack.operands.length);
    expect(shared.length).toBeGreaterThan(0);
    const truths = new Map<string, string>();
    const truthOf = (one: Comparison) => {
      const key = JSON.stringify(one);
      const known = truths.get(key) ?? resultOf(one, one.literal.type);
      truths.set(key, known);
      return known.split(',');
    };
    const resultIn = (kind: string, operands: readonly Comparison[]) => {
      const all = operands.map(truthOf);
      const isTrue = (row: number) => (own: readonly string[]) => own[row] === 'true';
      return RECORDS.map((_one, row) => (kind === 'or' ? all.some(isTrue(row)) : all.every(isTrue(row)))).join();
    };
    let shown = 0;
    for (const pack of joined) {
      const own = pack.operands as readonly Comparison[];
      for (const [from, to] of PAIRS) {
        for (const isSwapped of [false, true]) {
          const read = own.map((one) => readAs(one, from, to, isSwapped));
          if (read.every((one, index) => `${truthOf(one)}` === `${truthOf(own[index] as Comparison)}`)) continue;
          shown += 1;
          expect(resultIn(pack.kind, read), `${from} as ${to}`).not.toBe(resultIn(pack.kind, own));
        }
      }
    }
    expect(shown).toBeGreaterThan(20);
  });

  it('shows each operator that is read as another one, where the comparison alone shows it', () => {
    let shown = 0;
    for (const pack of packs.filter((one) => one.kind !== 'comparison')) {
      for (const [index, operand] of pack.operands.entries()) {
        const { literal, operator } = operand as Comparison;
        for (const other of OPERATORS_OF[literal.type].filter((one) => one !== operator)) {
          const misread = { ...(operand as Comparison), operator: other };
          if (resultOf(misread, literal.type) === resultOf(operand, literal.type)) continue;
          shown += 1;
          expect(resultOf({ ...pack, operands: pack.operands.with(index, misread) })).not.toBe(resultOf(pack));
        }
      }
    }
    expect(shown).toBeGreaterThan(20);
  });

  it('is no pack if the comparisons would hide each other', () => {
    const records = RECORDS.slice(3, 4);

    expect(packed(comparisons.slice(0, 2), records, 4)).toEqual(comparisons.slice(0, 2));
  });
});
