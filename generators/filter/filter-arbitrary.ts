import fc from 'fast-check';
import type { Comparison, Filter } from '../../contract/query-language.js';
import type { FieldValues } from '../values/field-values.js';
import { LONG } from '../values/text-values.js';
import { comparisonOver } from './comparison-arbitrary.js';

/** What bounds the filters that are made. */
export interface FilterBounds {
  /** Comparisons in one filter, at most; 4 where left out, and 1 makes comparisons alone, without `-not`. */
  readonly maxComparisons?: number;
  /** Bytes that all the texts of one filter may take in a URL together, escapes of the grammar aside. */
  readonly longest?: number;
}

/** How the filter so far goes on: a comparison, and what joins it with what stands before. */
interface Step {
  readonly comparison: Comparison;
  readonly negated: boolean;
  readonly joins: readonly Join[];
}

interface Join {
  readonly kind: 'and' | 'or';
  readonly negated: boolean;
  /** Whether a left side of the same kind takes the right side as one more operand. */
  readonly chained: boolean;
}

/**
 * Filters over fields and what they hold: a comparison half of the time, all shapes of `-and`, `-or` and `-not` of a few
 * otherwise. A filter shrinks by losing comparisons, whichever are not needed, and not by being replaced, so that what
 * is left of a counterexample is one comparison of it where one is enough. Throws `RangeError` where there is no field.
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
  // With a smallest length of one, an array of two would never shrink to the first of them.
  const steps = fc.array(step, { maxLength: maxComparisons, size: 'max' }).filter(({ length }) => length > 0);
  return fc.oneof(
    comparison,
    fc.tuple(steps, kind).map(([chosen, last]) => treeOf(chosen, last)),
  );
}

const rarely = fc.nat({ max: 3 }).map((number) => number === 3);

/** Builds the tree as a stack machine does, so that every shape can come, and leaving out a step leaves a tree. */
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
