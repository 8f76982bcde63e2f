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
 * including null and absent values, and texts that cannot be sent.
 */
export function fieldValuesOf(
  records: readonly Readonly<Record<string, unknown>>[],
  types: Iterable<readonly [field: string, type: DataType]>,
): readonly FieldValues[] {
  return [...types].map(([field, type]) => {
    const isUsable = (value: unknown) =>
      typeof value === JSON_TYPE[type] && (typeof value !== 'string' || value.isWellFormed());
    const held = new Set(records.map((record) => record[field]).filter(isUsable));
    return { field, type, values: [...held] } as FieldValues;
  });
}
