import fc from 'fast-check';
import { type Comparison, OPERATORS_OF } from '../../contract/query-language.js';
import type { FieldValues } from '../values/field-values.js';
import { literalsOf } from '../values/literals-of.js';

/**
 * Comparisons over fields and their values, `longest` as in `textValues`. Shrinks towards the first operator of the field
 * and its simplest value; skips fields without operators. Throws `RangeError` if no field is left.
 */
export function comparisonOver(fields: readonly FieldValues[], longest?: number): fc.Arbitrary<Comparison> {
  const usable = fields.map((field) => ({ field, operators: field.operators ?? OPERATORS_OF[field.type] }));
  const each = usable
    .filter(({ operators }) => operators.length > 0)
    .map(({ field, operators }) =>
      fc.record({
        kind: fc.constant('comparison' as const),
        field: fc.constant(field.field),
        operator: fc.constantFrom(...operators),
        literal: literalsOf(field, longest),
      }),
    );
  if (each.length === 0) throw new RangeError('there is no field to filter by');
  return fc.oneof({ withCrossShrink: true }, ...each);
}
