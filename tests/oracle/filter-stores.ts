import type { Filter } from '../../contract/query-language.js';
import { COLUMN_READINGS } from '../../engine/oracle/column-readings.js';
import { evaluate, type Reading } from '../../engine/oracle/evaluate.js';
import { type FilterAnswer, FilterJudge } from '../../engine/oracle/filter-judge.js';
import { NULL_POLICIES } from '../../engine/oracle/null-policies.js';
import { Table } from '../../engine/oracle/table.js';
import { identity, type JsonRecord } from '../../engine/session/page.js';
import type { Filter as ReferenceFilter } from '../../reference/query/filter.js';
import { readValue } from '../../reference/query/filter-values.js';
import type { FieldType } from '../../reference/record-shape.js';
import { collectionOf } from './collection.js';
import { filtersOf, probesOf, TYPES } from './filters.js';

export const records = collectionOf(70);
export const filters = [...probesOf(records), ...filtersOf(records, 60)];
export const some = filters.filter((_filter, index) => index % 4 === 0);
export const table = new Table(records);

/** The reference's own reading: binary, a null only differs. */
export const reference: Reading = {
  ...(COLUMN_READINGS.string[0] as (typeof COLUMN_READINGS.string)[0]),
  nulls: NULL_POLICIES[0] as (typeof NULL_POLICIES)[0],
};

export function referenceFilter(filter: Filter): ReferenceFilter {
  if (filter.kind === 'not') return { kind: '-not', operand: referenceFilter(filter.operand) };
  if (filter.kind !== 'comparison') {
    return { kind: `-${filter.kind}`, operands: filter.operands.map(referenceFilter) };
  }
  const { field, operator, literal } = filter;
  const type = TYPES[field] as FieldType;
  const value = readValue(String(literal.value), type);
  if (value === undefined) throw new Error(`${literal.value} is no ${type}`);
  return { kind: 'comparison', field, operator, type, value };
}

export type Store = (filter: Filter, record: JsonRecord, row: number) => boolean;

export const answersOf = (store: Store, asked: readonly Filter[] = filters): FilterAnswer[] =>
  asked.map((filter) => ({
    filter,
    ids: records.filter((record, row) => store(filter, record, row)).map(identity),
    whole: true,
  }));

export function judge(answers: readonly FilterAnswer[]) {
  const own = new FilterJudge(table);
  for (const answer of answers) own.add(answer);
  return { ...own.verdict(), judge: own };
}

/** A store of a reading; where the reading does not decide, it decides by the record. */
export const storeOf =
  (reading: Reading): Store =>
  (filter, record, row) => {
    const result = evaluate(filter, record, reading);
    return result === 'unclaimed' ? row % 2 === 0 : result;
  };

export const binary = storeOf(reference);
export const anywhere = (filter: Filter, test: (own: Filter) => boolean): boolean =>
  test(filter) ||
  (filter.kind === 'not'
    ? anywhere(filter.operand, test)
    : filter.kind !== 'comparison' && filter.operands.some((operand) => anywhere(operand, test)));
/** A binary store that reads one part of a filter in a way of its own. */
export const broken =
  (change: (filter: Filter) => Filter | ((record: JsonRecord) => boolean | undefined)): Store =>
  (filter, record) => {
    const visit = (own: Filter): boolean => {
      const changed = change(own);
      if (typeof changed === 'function') {
        const result = changed(record);
        if (result !== undefined) return result;
      } else if (changed !== own) return visit(changed);
      if (own.kind === 'not') return !visit(own.operand);
      if (own.kind === 'and') return own.operands.every(visit);
      if (own.kind === 'or') return own.operands.some(visit);
      return evaluate(own, record, reference) === true;
    };
    return visit(filter);
  };

const caseless = (text: unknown) => String(text).toLowerCase();
export const onText =
  (test: (value: string, sought: string, operator: string) => boolean | undefined) => (own: Filter) =>
    own.kind === 'comparison' && own.literal.type === 'string'
      ? (record: JsonRecord) => {
          const value = record[own.field] ?? null;
          return value === null ? undefined : test(String(value), String(own.literal.value), own.operator);
        }
      : own;

export const BROKEN: Readonly<Record<string, Store>> = {
  'case does not matter to -eq alone': broken(
    onText((value, sought, operator) => (operator === '-eq' ? caseless(value) === caseless(sought) : undefined)),
  ),
  'case does not matter to -ne alone': broken(
    onText((value, sought, operator) => (operator === '-ne' ? caseless(value) !== caseless(sought) : undefined)),
  ),
  'case does not matter to -contains alone': broken(
    onText((value, sought, operator) =>
      operator === '-contains' ? caseless(value).includes(caseless(sought)) : undefined,
    ),
  ),
  'case does not matter to -notcontains alone': broken(
    onText((value, sought, operator) =>
      operator === '-notcontains' ? !caseless(value).includes(caseless(sought)) : undefined,
    ),
  ),
  '-contains is a prefix': broken(
    onText((value, sought, operator) => (operator === '-contains' ? value.startsWith(sought) : undefined)),
  ),
  'percent signs and underscores are wildcards': broken(
    onText((value, sought, operator) =>
      operator === '-contains' && /[%_]/.test(sought)
        ? new RegExp(
            sought
              .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
              .replaceAll('%', '.*')
              .replaceAll('_', '.'),
            's',
          ).test(value)
        : undefined,
    ),
  ),
  'a backslash is lost': broken(
    onText((value, sought) => (sought.includes('\\') ? value === sought.replaceAll('\\', '') : undefined)),
  ),
  '-or is read as -and': broken((own) => (own.kind === 'or' ? { ...own, kind: 'and' } : own)),
  '-and is read as -or': broken((own) => (own.kind === 'and' ? { ...own, kind: 'or' } : own)),
  '-not is ignored': broken((own) => (own.kind === 'not' ? own.operand : own)),
  '-not binds to the first operand only': broken((own) =>
    own.kind === 'not' && (own.operand.kind === 'and' || own.operand.kind === 'or')
      ? {
          ...own.operand,
          operands: own.operand.operands.map((one, at) => (at === 0 ? { kind: 'not' as const, operand: one } : one)),
        }
      : own,
  ),
  '-ge is read as -gt': broken((own) =>
    own.kind === 'comparison' && own.operator === '-ge' ? { ...own, operator: '-gt' } : own,
  ),
  'numbers are compared as text': broken((own) =>
    own.kind === 'comparison' && own.literal.type === 'number' && own.operator === '-gt'
      ? (record) => record[own.field] != null && String(record[own.field]) > String(own.literal.value)
      : own,
  ),
  'nulls are both less and more than all values': broken((own) =>
    own.kind === 'comparison' && (own.operator === '-lt' || own.operator === '-gt')
      ? (record) => record[own.field] == null || undefined
      : own,
  ),
  'a null is dropped by -ne of texts and kept by -ne of numbers': broken((own) =>
    own.kind === 'comparison' && own.operator === '-ne' && own.literal.type === 'string'
      ? (record) => (record[own.field] == null ? false : undefined)
      : own,
  ),
  'one record is lost': (filter, record, row) => row !== 30 && binary(filter, record, row),
  'one record is in every answer': (filter, record, row) => row === 30 || binary(filter, record, row),
  'the filter is ignored where it has -or': (filter, record, row) =>
    anywhere(filter, ({ kind }) => kind === 'or') || binary(filter, record, row),
};
