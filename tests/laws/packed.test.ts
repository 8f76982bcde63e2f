import { describe, expect, it } from 'vitest';
import { type Comparison, type DataType, type Filter, OPERATORS_OF } from '../../contract/query-language.js';
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
const comparisons = Object.entries(LITERALS).flatMap(([field, literal]) =>
  OPERATORS_OF[literal.type].map((operator): Comparison => ({ kind: 'comparison', field, operator, literal })),
);

const readingOf = (type: DataType): Reading => ({
  ...(COLUMN_READINGS[type][0] as Reading),
  nulls: NULL_POLICIES[0] as Reading['nulls'],
});
const resultOf = (filter: Filter, type: DataType = 'string') =>
  RECORDS.map((record) => evaluate(filter, record, readingOf(type))).join();

describe('a pack of comparisons', () => {
  const packs = packed(comparisons, RECORDS, { most: 4, isMixed: false });

  it('has all of them once, in few filters', () => {
    const held = packs.flatMap((pack) => (pack.kind === 'comparison' ? [pack] : pack.operands));

    expect(new Set(held)).toEqual(new Set(comparisons));
    expect(held).toHaveLength(comparisons.length);
    expect(packs.length).toBeLessThanOrEqual(0.6 * comparisons.length);
  });

  it('has no two comparisons of one field, which could make up for each other', () => {
    for (const pack of packs.filter((one) => one.kind !== 'comparison')) {
      const fields = pack.operands.map((operand) => (operand as Comparison).field);
      expect(new Set(fields).size).toBe(fields.length);
    }
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

    expect(packed(comparisons.slice(0, 2), records, { most: 4, isMixed: true })).toEqual(comparisons.slice(0, 2));
  });
});
