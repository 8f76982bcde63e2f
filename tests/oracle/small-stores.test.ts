import { describe, expect, it } from 'vitest';
import type { Filter } from '../../contract/query-language.js';
import { COLUMN_READINGS } from '../../engine/oracle/column-readings.js';
import { evaluate, type Reading } from '../../engine/oracle/evaluate.js';
import { FilterJudge } from '../../engine/oracle/filter-judge.js';
import { NULL_POLICIES } from '../../engine/oracle/null-policies.js';
import { Table } from '../../engine/oracle/table.js';
import { identity, type JsonRecord } from '../../engine/session/page.js';
import { collectionOf } from './collection.js';
import { compare, filtersOf, TYPES } from './filters.js';

// A record without a value for any field: beside nulls, no value stands for one.
const records: readonly JsonRecord[] = [
  ...collectionOf(40),
  { id: '00000000-0000-4000-8000-0000000000ff', name: null, total: null, cost: null, active: null, created: null },
];
const table = new Table(records);
const judge = new FilterJudge(table);
const words = ['MacBook', 'macbook', 'Café', 'Cafe\u0301', 'Straße', 'end', 'end ', '', 'b', '%', 'ab', 'ÄPFEL'];
const filters: readonly Filter[] = [
  ...words.flatMap((word) =>
    (['-eq', '-ne', '-contains', '-notcontains'] as const).map((operator) => compare('name', operator, word)),
  ),
  ...filtersOf(records, 60, 7),
];

/** Readings of all columns and nulls: each of a type with each other one at some time. */
const readings = COLUMN_READINGS.string.map((_string, index) => {
  const at = <T>(from: readonly T[], step: number): number => (index * step) % from.length;
  const string = index;
  const [number, boolean, date] = [
    at(COLUMN_READINGS.number, 1),
    at(COLUMN_READINGS.boolean, 1),
    at(COLUMN_READINGS.date, 3),
  ];
  return { string, number, boolean, date, policy: (index * 5) % NULL_POLICIES.length };
});

/** What a store of some readings must and must not return, record by record. */
function expectedOf(filter: Filter, own: (typeof readings)[number]): (boolean | 'unclaimed')[] {
  const nulls = NULL_POLICIES[own.policy] as Reading['nulls'];
  const readingOf = (field: string): Reading => {
    const type = TYPES[field] ?? 'string';
    return { ...(COLUMN_READINGS[type][own[type]] as Omit<Reading, 'nulls'>), nulls };
  };
  const fields = new Set(JSON.stringify(filter).match(/(?<="field":")\w+/g));
  const [field = 'name'] = fields;
  return records.map((record) => evaluate(filter, record, readingOf(field)));
}

describe('a response to a filter on one field', () => {
  const single = filters.filter((filter) => new Set(JSON.stringify(filter).match(/(?<="field":")\w+/g)).size === 1);

  it.each(readings)('differs by the records that a store of these readings would not return or omit: %j', (own) => {
    const settled = {
      policies: [own.policy],
      readings: new Map(Object.entries(TYPES).map(([field, type]) => [field, [own[type]]] as const)),
    };
    for (const [index, filter] of single.entries()) {
      const expected = expectedOf(filter, own);
      const ids = records.filter((_record, row) => (row + index) % 3 === 0).map(identity);

      const difference = judge.difference({ filter, ids, whole: true }, settled);

      const those = (test: (outcome: boolean | 'unclaimed', returned: boolean) => boolean) =>
        records.filter((record, row) => test(expected[row] ?? false, ids.includes(identity(record)))).map(identity);
      const missing = those((outcome, returned) => outcome === true && !returned);
      const extra = those((outcome, returned) => outcome === false && returned);
      const wanted = missing.length + extra.length === 0 ? null : { missing, extra, repeated: [] };
      expect(difference, JSON.stringify(filter)).toEqual(wanted);
    }
  });
});

describe('the responses of a small store', () => {
  const judged = (store: (filter: Filter, record: JsonRecord, row: number) => boolean) => {
    const own = new FilterJudge(table);
    for (const filter of filters) {
      own.add({ filter, ids: records.filter((record, row) => store(filter, record, row)).map(identity), whole: true });
    }
    return own.verdict();
  };
  const plain: Reading = { ...(COLUMN_READINGS.string[0] as Reading), nulls: NULL_POLICIES[0] as Reading['nulls'] };

  it('are right if one reading explains them, and what it leaves open may be anything', () => {
    const store = (filter: Filter, record: JsonRecord, row: number) => {
      const outcome = evaluate(filter, record, plain);
      return outcome === 'unclaimed' ? row % 2 === 0 : outcome;
    };

    expect(judged(store).wrong).toEqual([]);
  });

  it('are wrong in each response in which one record is lost or added', () => {
    const matching = filters.map((filter) => evaluate(filter, records[30] as JsonRecord, plain));
    const lost = judged((filter, record, row) => row !== 30 && evaluate(filter, record, plain) === true);
    const added = judged((filter, record, row) => row === 30 || evaluate(filter, record, plain) === true);

    expect(lost.wrong.length).toBeGreaterThan(0);
    expect(lost.wrong.every(({ index, missing }) => matching[index] === true && missing.length === 1)).toBe(true);
    expect(added.wrong.length).toBeGreaterThan(0);
    expect(added.wrong.every(({ index, extra }) => matching[index] !== true && extra.length === 1)).toBe(true);
  });

  it('are judged by the pages that were read, and by records that are returned twice', () => {
    const own = new FilterJudge(table);
    const filter = compare('department', '-eq', 'IT');
    const ids = records.filter((record) => record.department === 'IT').map(identity);
    const [first = ''] = ids;

    own.add({ filter, ids: [first], whole: false });
    expect(own.verdict().wrong).toEqual([]);
    own.add({ filter, ids: [...ids, first, 'unknown'], whole: true });
    expect(own.verdict().wrong).toEqual([{ index: 1, missing: [], extra: [], repeated: [first] }]);
    own.add({ filter, ids: ids.slice(1), whole: true });
    expect(own.verdict().wrong).toMatchObject([{ index: 1 }, { index: 2, missing: [first], extra: [] }]);
    expect(own.contradiction(1, own.verdict().settled)).toBeNull();
  });
});
