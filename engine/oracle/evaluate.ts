import { type Comparison, type Filter, OPERATORS_OF } from '../../contract/query-language.js';
import type { JsonRecord } from '../session/page.js';
import type { ColumnReading } from './column-readings.js';
import { compareBy, readAs, storedFor } from './compare-values.js';
import { type NullPolicy, nullOutcome } from './null-policies.js';
import { ANYTHING, both, negate, type Outcome, UNKNOWN, YES } from './truth.js';

/** One way in which a real store could evaluate filters: how it compares values, and how it treats nulls. */
export interface Reading extends ColumnReading {
  readonly nulls: NullPolicy;
}

/**
 * Whether a record satisfies a filter under a reading. `unclaimed` if the reading does not decide: a value of another
 * type than the field, an operator that does not apply to the type, letters that stores of this kind treat differently.
 * An absent field is null.
 */
export function evaluate(filter: Filter, record: JsonRecord, reading: Reading): boolean | 'unclaimed' {
  const outcome = outcomeOf(filter, record, reading);
  if ((outcome & YES) === 0) return false;
  return outcome === YES ? true : 'unclaimed';
}

function outcomeOf(filter: Filter, record: JsonRecord, reading: Reading): Outcome {
  switch (filter.kind) {
    case 'comparison':
      return compared(filter, record, reading);
    case 'not':
      return negate(outcomeOf(filter.operand, record, reading));
    case 'and':
      return filter.operands.map((operand) => outcomeOf(operand, record, reading)).reduce(both, YES);
    case 'or':
      return negate(filter.operands.map((operand) => negate(outcomeOf(operand, record, reading))).reduce(both, YES));
  }
}

function compared({ field, operator, literal }: Comparison, record: JsonRecord, reading: Reading): Outcome {
  const sought = readAs(literal.type, literal.value);
  if (!appliesTo({ operator, literal }) || sought === null || sought.type === 'odd') return ANYTHING;
  if (isNullLiteral({ operator, literal }, reading.nulls)) return UNKNOWN;
  const value = readAs(literal.type, Object.hasOwn(record, field) ? record[field] : null);
  const stored = value ?? storedFor(literal.type, reading);
  return stored === null ? nullOutcome(operator, reading.nulls) : compareBy(operator, stored, sought, reading);
}

/** Whether the document defines an operator for values of this type. */
export function appliesTo({ operator, literal }: Pick<Comparison, 'operator' | 'literal'>): boolean {
  return OPERATORS_OF[literal.type].includes(operator);
}

/** Whether the policy treats the empty text as null, so that `-eq` and `-ne` with it are unknown for every record. */
export function isNullLiteral(
  { operator, literal }: Pick<Comparison, 'operator' | 'literal'>,
  { emptyIsNull }: NullPolicy,
): boolean {
  return emptyIsNull && literal.value === '' && (operator === '-eq' || operator === '-ne');
}
