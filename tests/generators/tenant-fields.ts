import type { DataType, Filter } from '../../contract/query-language.js';
import { fieldValuesOf } from '../../generators/index.js';
import { generateTenant } from '../../generators/tenant/generate-tenant.js';
import type { Filter as Parsed } from '../../reference/query/filter.js';
import { matches } from '../../reference/query/filter-evaluator.js';
import { parseFilter } from '../../reference/query/filter-parser.js';
import { readValue } from '../../reference/query/filter-values.js';
import { recordShape } from '../../reference/record-shape.js';

const sizes = { applications: 20, users: 60, subscriptions: 5, agreements: 2, contracts: 2 };

/** The types of the fields of a user that can be filtered, as the reference knows them. */
export const types: ReadonlyMap<string, DataType> = recordShape('user').comparable;

/** A few users with hard names. */
export const users: readonly Readonly<Record<string, unknown>>[] = generateTenant({ sizes }).users.records.map(
  (user) => ({ ...user }),
);

/** The fields of the users that can be filtered, with the values that the users hold. */
export const fields = fieldValuesOf(users, types);

/** Reads a filter as the reference does, which knows nothing of how it was made; throws where it refuses it. */
export const parse = (text: string): Parsed => parseFilter(text, types);

/** The positions of the users that a filter selects, as the reference reads and evaluates it. */
export function selected(text: string): readonly number[] {
  const filter = parse(text);
  return users.flatMap((user, at) => (matches(filter, user) ? [at] : []));
}

/** A tree as the reference's parser gives it. */
export function asParsed(filter: Filter): Parsed {
  if (filter.kind === 'not') return { kind: '-not', operand: asParsed(filter.operand) };
  if (filter.kind !== 'comparison') return { kind: `-${filter.kind}`, operands: filter.operands.map(asParsed) };
  const { field, operator, literal } = filter;
  const value = readValue(String(literal.value), literal.type) ?? literal.value;
  return { kind: 'comparison', field, type: literal.type, operator, value };
}

/** How many comparisons a filter has. */
export function comparisonsIn(filter: Filter): number {
  if (filter.kind === 'comparison') return 1;
  const operands = filter.kind === 'not' ? [filter.operand] : filter.operands;
  return operands.reduce((count, operand) => count + comparisonsIn(operand), 0);
}
