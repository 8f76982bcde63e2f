import type { DataType } from '../../contract/query-language.js';
import type { FieldValues } from './field-values.js';

const JSON_TYPE: Readonly<Record<DataType, string>> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  date: 'string',
};

/**
 * The fields of some records with their distinct values; values without the JSON type of their field are skipped,
 * including null and absent values.
 */
export function fieldValuesOf(
  records: readonly Readonly<Record<string, unknown>>[],
  types: Iterable<readonly [field: string, type: DataType]>,
): readonly FieldValues[] {
  return [...types].map(([field, type]) => {
    const held = new Set(records.map((record) => record[field]).filter((value) => typeof value === JSON_TYPE[type]));
    return { field, type, values: [...held] } as FieldValues;
  });
}
