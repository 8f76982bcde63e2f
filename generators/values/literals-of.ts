import fc from 'fast-check';
import type { Literal } from '../../contract/query-language.js';
import { dateValues } from './date-values.js';
import type { FieldValues } from './field-values.js';
import { numberValues } from './number-values.js';
import { textValues } from './text-values.js';

/** The literals to compare a field with, by its type and its values; `longest` as in `textValues`. */
export function literalsOf(field: FieldValues, longest?: number): fc.Arbitrary<Literal> {
  switch (field.type) {
    case 'string':
      return textValues(field.values, longest).map((value) => ({ type: 'string', value }));
    case 'number':
      return numberValues(field.values).map((value) => ({ type: 'number', value }));
    case 'boolean':
      return fc.constantFrom(true, false).map((value) => ({ type: 'boolean', value }));
    case 'date':
      return dateValues(field.values).map((value) => ({ type: 'date', value }));
  }
}
