import type { Behaviour, Context, Hook } from './behaviour.js';
import type { Row } from './model.js';
import type { Filter } from './query/filter.js';

type Comparison = Extract<Filter, { kind: 'comparison' }>;
type Leaf = (comparison: Comparison, row: Row, right: boolean) => boolean;
type Operator = Comparison['operator'];

export type { Operator as ComparisonOperator };

/** Meanings of the joins of a filter other than those of the conventions. */
interface Joins {
  readonly and?: (operands: readonly boolean[]) => boolean;
  readonly or?: (operands: readonly boolean[]) => boolean;
  readonly not?: (operand: boolean, inner: Filter) => boolean;
}

/** An evaluator with other leaves or other joins than the reference; `right` is the correct result of a leaf. */
export function evaluator(leaf: Leaf, joined: Joins = {}): Hook {
  const { and = (all) => all.every(Boolean), or = (all) => all.some(Boolean), not = (one) => !one } = joined;
  return (steps: Behaviour) => {
    const matches = (filter: Filter, row: Row, context: Context): boolean => {
      if (filter.kind === '-not') return not(matches(filter.operand, row, context), filter.operand);
      if (filter.kind === 'comparison') return leaf(filter, row, steps.matches(filter, row, context));
      const operands = filter.operands.map((operand) => matches(operand, row, context));
      return filter.kind === '-and' ? and(operands) : or(operands);
    };
    return { matches };
  };
}

/** Another meaning of one operator, for values of some type; a record without a value is evaluated correctly. */
export function operator(
  name: Operator,
  change: (actual: unknown, value: Comparison['value'], right: boolean) => boolean,
  type?: Comparison['type'],
): Hook {
  return evaluator((comparison, row, right) => {
    const actual = row[comparison.field];
    const meant = comparison.operator === name && (type === undefined || comparison.type === type);
    return meant && actual !== null && actual !== undefined ? change(actual, comparison.value, right) : right;
  });
}

/** Another order of values for all ordering operators, or for some, for fields whose values map to numbers. */
export function scale(
  onScale: (
    actual: unknown,
    value: Comparison['value'],
    type: Comparison['type'],
  ) => readonly [unknown, unknown] | null,
  operators?: readonly Operator[],
): Hook {
  return evaluator((comparison, row, right) => {
    if (operators?.includes(comparison.operator) === false) return right;
    const pair = onScale(row[comparison.field], comparison.value, comparison.type);
    if (pair === null) return right;
    const [one, other] = pair as readonly [string, string];
    const orders: Partial<Record<Operator, boolean>> = {
      '-gt': one > other,
      '-ge': one >= other,
      '-lt': one < other,
      '-le': one <= other,
      '-eq': one === other,
      '-ne': one !== other,
    };
    return orders[comparison.operator] ?? right;
  });
}

/** Other meanings of the joins, with correct leaves. */
export function joins(changed: Joins): Hook {
  return evaluator((_comparison, _row, right) => right, changed);
}

/** Changes the text of a filter before it is parsed. */
export function rewritten(change: (filter: string) => string): Hook {
  return (steps) => ({
    parseFilter: (given, schema, context) => steps.parseFilter(change(given), schema, context),
  });
}

/** The texts in quotes of a filter. */
export const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g;

/** Changes how a filter that cannot be parsed is handled; by default only its error response. */
export function misunderstood(instead: (error: unknown) => Filter | undefined): Hook {
  return (steps) => ({
    readFilter: (context) => {
      try {
        return steps.readFilter(context);
      } catch (error) {
        return instead(error);
      }
    },
  });
}

export const isFiltered = ({ query }: Context): boolean => query.filter !== undefined;
export const isSorted = ({ query }: Context): boolean => query.sort !== undefined;

/** A hash of a value: it selects a few records or values as the rare ones. */
export function hash(value: unknown): number {
  return [...String(value)].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
}
