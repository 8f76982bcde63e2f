import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Filter } from '../../contract/query-language.js';
import { COLUMN_READINGS } from '../../engine/oracle/column-readings.js';
import { describeReadings, filterReadings } from '../../engine/oracle/describe-readings.js';
import { evaluate } from '../../engine/oracle/evaluate.js';
import { type FilterAnswer, FilterJudge } from '../../engine/oracle/filter-judge.js';
import { instantOf } from '../../engine/oracle/instants.js';
import { NULL_POLICIES } from '../../engine/oracle/null-policies.js';
import { Table } from '../../engine/oracle/table.js';
import { identity } from '../../engine/session/page.js';
import { matches } from '../../reference/query/filter-evaluator.js';
import { oneIn } from '../one-in.js';
import { relativeTime } from '../relative-time.js';
import { collectionOf } from './collection.js';
import {
  answersOf,
  anywhere,
  BROKEN,
  binary,
  broken,
  filters,
  judge,
  onText,
  records,
  reference,
  referenceFilter,
  type Store,
  some,
  storeOf,
  table,
} from './filter-stores.js';
import { compare, filtersOf } from './filters.js';

/** Of the time of judging many records, in units of `relativeTime`: some tens of what it takes. */
const LIMIT = 100;

describe('FilterJudge', () => {
  it('agrees with the evaluator of the reference under its reading', () => {
    for (const filter of filtersOf(records, 400, 9)) {
      const own = referenceFilter(filter);
      for (const record of records) expect(evaluate(filter, record, reference)).toBe(matches(own, record));
    }
  });

  it('agrees with the evaluator of the reference on any texts', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 6 }), fc.string({ unit: 'binary', maxLength: 6 }));
    const operator = fc.constantFrom('-eq' as const, '-ne' as const, '-contains' as const, '-notcontains' as const);
    fc.assert(
      fc.property(text, fc.option(text), operator, (sought, value, own) => {
        const filter = compare('name', own, sought);
        expect(evaluate(filter, { name: value }, reference)).toBe(matches(referenceFilter(filter), { name: value }));
      }),
    );
  });

  it('accuses no store of any reading of nulls and columns', () => {
    for (const [index, nulls] of oneIn(3, [...NULL_POLICIES.entries()])) {
      const at = <T>(from: readonly T[]): T => from[index % from.length] as T;
      const [text, number] = [at(COLUMN_READINGS.string), at(COLUMN_READINGS.number)];
      const store: Store = (filter, record, row) => {
        const reading = {
          nulls,
          text: text.text,
          precision: at(COLUMN_READINGS.date).precision,
          nullIs: number.nullIs,
        };
        return storeOf(reading)(filter, record, row);
      };
      const own = answersOf(store, some);
      const wrong = judge(own).wrong.map((one) => ({ ...one, filter: own[one.index]?.filter }));
      expect(wrong, JSON.stringify({ nulls, text: text.text.name, nullIs: number.nullIs })).toEqual([]);
    }
  });

  it.each(
    oneIn(3, COLUMN_READINGS.string).map(
      (reading) => [`${reading.text.name}, null is ${reading.nullIs}`, reading] as const,
    ),
  )('accuses no store of texts that is %s', (_name, reading) => {
    for (const nulls of [NULL_POLICIES[0], NULL_POLICIES[23]]) {
      const store = storeOf({ ...reading, nulls: nulls as (typeof NULL_POLICIES)[0] });
      expect(judge(answersOf(store, some)).wrong).toEqual([]);
    }
  });

  it('accuses no store whose fields have collations of their own', () => {
    const byField = (field: string) => (field === 'name' ? COLUMN_READINGS.string[3] : COLUMN_READINGS.string[0]);
    const store = broken((own) =>
      own.kind === 'comparison' ? (record) => storeOf({ ...reference, ...byField(own.field) })(own, record, 0) : own,
    );
    const { wrong, settled } = judge(answersOf(store));
    expect(wrong).toEqual([]);
    expect(describeReadings(filterReadings(table, settled))).toContain('text (name): case-insensitive');
  });

  it.each(oneIn(2, ['und', 'sv', 'tr', 'de']))(
    'accuses no store with the collation of %s, at any strength',
    (locale) => {
      for (const sensitivity of ['base', 'accent', 'case', 'variant'] as const) {
        const { compare: own } = new Intl.Collator(locale, { sensitivity });
        const store = broken(
          onText((value, sought, operator) =>
            operator === '-eq' ? own(value, sought) === 0 : operator === '-ne' ? own(value, sought) !== 0 : undefined,
          ),
        );
        const asked = filters.filter(
          (filter) => !anywhere(filter, (part) => part.kind === 'comparison' && /contains/.test(part.operator)),
        );
        const answers = answersOf(store, asked);
        const wrong = judge(answers).wrong.map((one) => answers[one.index]?.filter);
        expect(wrong, sensitivity).toEqual([]);
      }
    },
  );

  it.each(Object.entries(BROKEN))('accuses a store where %s', (_name, store) => {
    const answers = answersOf(store);
    const { wrong } = judge(answers);
    const right = answersOf(binary);
    const differing = answers.flatMap(({ ids }, index) => (ids.join() === right[index]?.ids.join() ? [] : [index]));
    expect(wrong.length).toBeGreaterThan(0);
    const found = wrong.filter(({ index }) => differing.includes(index));
    expect(found.length).toBeGreaterThan(0);
  });

  it('names the other half of a contradiction', () => {
    const [eq, other] = [compare('name', '-eq', 'macbook'), compare('name', '-eq', 'MACBOOK')];
    const answers = [
      { ...(answersOf(storeOf({ ...reference, ...COLUMN_READINGS.string[3] }), [eq])[0] as FilterAnswer) },
      ...answersOf(binary, [other]),
    ];
    const { wrong, settled, judge: own } = judge(answers);
    expect(wrong).toMatchObject([{ index: 0, missing: [] }]);
    expect(own.contradiction(0, settled)).toBe(1);
  });

  it('gives the same verdict whatever the order of the answers', () => {
    const store = BROKEN['case does not matter to -contains alone'] as Store;
    const answers = answersOf(store);
    const accused = (own: readonly FilterAnswer[]) =>
      judge(own)
        .wrong.map(({ index, missing, extra }) => JSON.stringify([own[index]?.filter, missing, extra]))
        .sort();
    const expected = accused(answers);
    fc.assert(
      fc.property(fc.shuffledSubarray(answers, { minLength: answers.length }), (own) => {
        expect(accused(own)).toEqual(expected);
      }),
      { numRuns: 5 },
    );
  });

  it('accuses an answer that repeats a record, and judges only what is answered of some pages', () => {
    const [answer] = answersOf(binary, [compare('department', '-eq', 'IT')]) as [FilterAnswer];
    const [first = ''] = answer.ids;
    expect(judge([{ ...answer, ids: [...answer.ids, first] }]).wrong).toMatchObject([{ repeated: [first] }]);
    expect(judge([{ ...answer, ids: [first], whole: false }]).wrong).toEqual([]);
    expect(judge([{ ...answer, ids: [first] }]).wrong).toHaveLength(1);
  });

  it('claims nothing of fields it does not know, of other types and of operators that do not apply', () => {
    const asked: Filter[] = [
      compare('nowhere', '-eq', 'x'),
      compare('name', '-gt', 'x'),
      { kind: 'comparison', field: 'total', operator: '-eq', literal: { type: 'string', value: '5' } },
      { kind: 'comparison', field: 'created', operator: '-eq', literal: { type: 'date', value: 'never' } },
    ];
    expect(judge(answersOf((_filter, _record, row) => row % 3 === 0, asked)).wrong).toEqual([]);
  });

  it('compares dates as instants, whatever their offset and fraction', () => {
    const own = new FilterJudge(
      new Table([
        { id: 'a', at: '2024-01-01T10:00:00.500+02:00' },
        { id: 'b', at: '2024-01-01T09:00:00Z' },
      ]),
    );
    const filter: Filter = {
      kind: 'comparison',
      field: 'at',
      operator: '-lt',
      literal: { type: 'date', value: '2024-01-01t08:30:00z' },
    };
    own.add({ filter, ids: ['a'], whole: true });
    expect(own.verdict().wrong).toEqual([]);
    own.add({ filter, ids: ['b'], whole: true });
    expect(own.verdict().wrong).toMatchObject([{ index: 1, missing: ['a'], extra: ['b'] }]);
    expect(instantOf('2024-02-30')).toBeNull();
  });

  it('judges 300 filters over 2000 records fast', () => {
    const many = collectionOf(2000, 3);
    const asked = filtersOf(many, 300, 5);
    const answers = asked.map((filter) => ({
      filter,
      ids: many.filter((record) => evaluate(filter, record, reference) === true).map(identity),
      whole: true,
    }));
    const time = relativeTime(() => {
      const own = new FilterJudge(new Table(many));
      for (const answer of answers) own.add(answer);
      expect(own.verdict().wrong).toEqual([]);
    });
    expect(time).toBeLessThan(LIMIT);
  });
});
