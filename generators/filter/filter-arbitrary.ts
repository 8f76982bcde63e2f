import fc from 'fast-check';
import type { Comparison, Filter } from '../../contract/query-language.js';
import type { FieldValues } from '../values/field-values.js';
import { LONG } from '../values/text-values.js';
import { comparisonOver } from './comparison-arbitrary.js';

/** The limits of generated filters. */
export interface FilterBounds {
  /** The maximum number of comparisons in a filter; default 4. With 1, filters are single comparisons without `-not`. */
  readonly maxComparisons?: number;
  /** The maximum number of bytes that all texts of one filter take in a URL, without escapes of the grammar. */
  readonly longest?: number;
}

/** One step of building a filter: a comparison, and how to join it with the filter so far. */
interface Step {
  readonly comparison: Comparison;
  readonly negated: boolean;
  readonly joins: readonly Join[];
}

interface Join {
  readonly kind: 'and' | 'or';
  readonly negated: boolean;
  /** Whether a left side of the same kind gets the right side as an additional operand. */
  readonly chained: boolean;
}

/**
 * Filters over fields and their values: half are single comparisons, the others combine a few with `-and`, `-or` and
 * `-not` in all shapes. A filter shrinks by removing comparisons, never by replacing them, so that a counterexample
 * shrinks to one of its own comparisons if one is enough. Throws `RangeError` if there is no field.
 */
export function filterOver(
  fields: readonly FieldValues[],
  { maxComparisons = 4, longest = LONG }: FilterBounds = {},
): fc.Arbitrary<Filter> {
  const comparison = comparisonOver(fields, longest);
  if (maxComparisons <= 1) return comparison;
  const kind = fc.constantFrom<Join['kind'][]>('and', 'or');
  const join = fc.record({ kind, negated: rarely, chained: fc.boolean() });
  const step = fc.record({
    comparison: comparisonOver(fields, Math.floor(longest / maxComparisons)),
    negated: rarely,
    joins: fc.array(join, { maxLength: 2 }),
  });
  // With a minimum length of one, an array of two would never shrink to its first element.
  const steps = fc.array(step, { maxLength: maxComparisons, size: 'max' }).filter(({ length }) => length > 0);
  return fc.oneof(
    comparison,
    fc.tuple(steps, kind).map(([chosen, last]) => treeOf(chosen, last)),
  );
}

const rarely = fc.nat({ max: 3 }).map((number) => number === 3);

/** Builds the tree like a stack machine, so that every shape is possible and removing a step still gives a tree. */
function treeOf(steps: readonly Step[], last: Join['kind']): Filter {
  const stack: Filter[] = [];
  const joinTop = (join: Join) => {
    const [left, right] = stack.splice(-2);
    if (left !== undefined && right !== undefined) stack.push(joined(join, left, right));
    else if (left !== undefined) stack.push(left);
  };
  for (const { comparison, negated, joins } of steps) {
    stack.push(negated ? not(comparison) : comparison);
    joins.forEach(joinTop);
  }
  while (stack.length > 1) joinTop({ kind: last, negated: false, chained: false });
  return stack[0] as Filter;
}

function joined({ kind, negated, chained }: Join, left: Filter, right: Filter): Filter {
  const before = chained && left.kind === kind ? left.operands : [left];
  const whole: Filter = { kind, operands: [...before, right] };
  return negated ? not(whole) : whole;
}

function not(operand: Filter): Filter {
  return { kind: 'not', operand };
}
