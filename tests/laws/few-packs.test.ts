import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Comparison, type Filter, OPERATORS_OF, type Operator } from '../../contract/query-language.js';
import { COLUMN_READINGS } from '../../engine/oracle/column-readings.js';
import { evaluate, type Reading } from '../../engine/oracle/evaluate.js';
import { NULL_POLICIES } from '../../engine/oracle/null-policies.js';
import type { JsonRecord } from '../../engine/session/page.js';
import { sampleOf } from '../../generators/sample-of.js';
import type { FieldValues } from '../../generators/values/field-values.js';
import { expressionsOver } from '../../suites/laws/query/expressions.js';
import { packedInFew } from '../../suites/laws/query/few-packs.js';
import { comparisonsIn, namesIn, operandsOf } from '../../suites/laws/query/names-in.js';

const OPERATORS = [...new Set(Object.values(OPERATORS_OF).flat())];
const JOINS = ['-and', '-or', '-not'];
const WORDS = ['Amber', 'Birch', 'Cedar', 'Dune', 'Elm', 'Fern', 'Grove', 'Heath', 'Iris', 'Juniper'];

/** Lists of records with a text, two numbers, a date and a flag. */
const lists = fc.array(
  fc.record({
    name: fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS)).map((words) => words.join(' ')),
    count: fc.integer({ min: 0, max: 300 }),
    share: fc.integer({ min: 0, max: 40 }),
    day: fc.integer({ min: 0, max: 700 }).map((day) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10)),
    open: fc.boolean(),
  }),
  { minLength: 40, maxLength: 120 },
);

const TYPES = { name: 'string', count: 'number', share: 'number', day: 'date', open: 'boolean' } as const;
const fieldsOf = (records: readonly JsonRecord[]) =>
  Object.entries(TYPES).map(
    ([field, type]) => ({ field, type, values: [...new Set(records.map((one) => one[field]))] }) as FieldValues,
  );
const packsOf = (records: readonly JsonRecord[]) => {
  const fields = fieldsOf(records);
  const { comparisons } = expressionsOver({ fields, sparse: null }, 1, 0);
  return packedInFew(comparisons, fields, records);
};

const readingOf = (type: keyof typeof COLUMN_READINGS): Reading => ({
  ...(COLUMN_READINGS[type][0] as Reading),
  nulls: NULL_POLICIES[0] as Reading['nulls'],
});
function isTrue(filter: Filter, record: JsonRecord): boolean {
  if (filter.kind === 'comparison') return evaluate(filter, record, readingOf(filter.literal.type)) === true;
  const results = operandsOf(filter).map((one) => isTrue(one, record));
  return filter.kind === 'not' ? !results[0] : filter.kind === 'and' ? results.every(Boolean) : results.some(Boolean);
}
const resultOf = (filter: Filter, records: readonly JsonRecord[]) => records.map((one) => isTrue(filter, one)).join();

/** A filter in which comparisons are replaced. */
function withRead(filter: Filter, read: (one: Comparison) => Comparison): Filter {
  if (filter.kind === 'comparison') return read(filter);
  if (filter.kind === 'not') return { ...filter, operand: withRead(filter.operand, read) };
  return { ...filter, operands: filter.operands.map((one) => withRead(one, read)) };
}
/** The comparisons that a pack tries, without those that select records for one of them. */
function triedIn(filter: Filter): Comparison[] {
  if (filter.kind === 'comparison') return [filter];
  const operands = operandsOf(filter);
  const isSelected = filter.kind === 'and' && operands.length === 2 && operands.some(({ kind }) => kind === 'or');
  return (isSelected ? operands.slice(0, 1) : operands).flatMap(triedIn);
}

function readAs(one: Comparison, from: Operator, to: Operator): Comparison {
  return one.operator === from && OPERATORS_OF[one.literal.type].includes(to)
    ? ({ ...one, operator: to } as Comparison)
    : one;
}

describe('a few filters', () => {
  const samples: readonly (readonly JsonRecord[])[] = sampleOf(lists, 1, 3);

  it('have every operator and join, in one or two requests', () => {
    for (const records of samples) {
      const packs = packsOf(records);

      expect(new Set(packs.flatMap(namesIn))).toEqual(new Set([...OPERATORS, ...JOINS]));
      expect(packs.length).toBeLessThanOrEqual(2);
    }
  });

  it('show each comparison that is read with another operator', () => {
    for (const records of samples) {
      for (const pack of packsOf(records)) {
        for (const own of triedIn(pack)) {
          for (const operator of OPERATORS_OF[own.literal.type].filter((other) => other !== own.operator)) {
            const misread = { ...own, operator } as Comparison;
            if (resultOf(misread, records) === resultOf(own, records)) continue;
            const read = withRead(pack, (one) => (one === own ? misread : one));
            expect(resultOf(read, records), `${own.field} ${own.operator}`).not.toBe(resultOf(pack, records));
          }
        }
      }
    }
  });

  it('show an operator that is read as another one everywhere', () => {
    for (const records of samples) {
      const packs = packsOf(records);
      for (const from of OPERATORS) {
        for (const to of OPERATORS.filter((one) => one !== from)) {
          const changed = packs.filter((pack) =>
            comparisonsIn(pack).some((one) => resultOf(readAs(one, from, to), records) !== resultOf(one, records)),
          );
          const shown = changed.filter(
            (pack) =>
              resultOf(
                withRead(pack, (one) => readAs(one, from, to)),
                records,
              ) !== resultOf(pack, records),
          );
          expect(shown.length > 0 || changed.length === 0, `${from} as ${to}`).toBe(true);
        }
      }
    }
  });
});
