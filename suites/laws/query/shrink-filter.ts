import type { Filter, Literal } from '../../../contract/query-language.js';
import { cut, halvesOf } from '../cut.js';

/** Filters that are smaller than the given one, the smallest first: fewer comparisons, then simpler values. */
export function smaller(filter: Filter): Filter[] {
  if (filter.kind === 'comparison') {
    return simpler(filter.literal).map((literal) => ({ ...filter, literal }));
  }
  if (filter.kind === 'not') {
    return [filter.operand, ...smaller(filter.operand).map((operand) => ({ ...filter, operand }))];
  }
  const { operands } = filter;
  const without =
    operands.length > 2 ? operands.map((_one, index) => ({ ...filter, operands: operands.toSpliced(index, 1) })) : [];
  const within = operands.flatMap((operand, index) =>
    smaller(operand).map((one) => ({ ...filter, operands: operands.with(index, one) })),
  );
  return [...halves(filter), ...operands, ...without, ...within];
}

/** Long chains are halved first, so one of many values is found in few steps. */
function halves(filter: Extract<Filter, { operands: readonly Filter[] }>): Filter[] {
  const { operands } = filter;
  if (operands.length < 4) return [];
  const middle = Math.ceil(operands.length / 2);
  return [
    { ...filter, operands: operands.slice(0, middle) },
    { ...filter, operands: operands.slice(middle) },
  ];
}

/**
 * Values that are simpler than the given one: shorter strings, rounder numbers. Dates and booleans stay as they are.
 */
function simpler(literal: Literal): Literal[] {
  if (literal.type === 'number') {
    const { value } = literal;
    return [0, Math.trunc(value), Math.trunc(value / 2)]
      .filter((one) => Math.abs(one) < Math.abs(value))
      .map((one) => ({ type: 'number', value: one }));
  }
  if (literal.type !== 'string' || literal.value === '') return [];
  const texts = [...halvesOf(literal.value), cut(literal.value, 1), cut(literal.value, 0, -1)];
  return [...new Set(texts)]
    .filter((one) => one.length < literal.value.length)
    .map((value) => ({ type: 'string', value }));
}

/** The result of shrinking. */
export interface Shrunk {
  readonly filter: Filter;
  /** How many filters were tried. */
  readonly tried: number;
  /** Shrinking reached its limit before it found the smallest filter. */
  readonly cut: boolean;
}

/** The smallest filter that still fails, within `limit` attempts of one or a few requests each. */
export async function shrinkFilter(
  filter: Filter,
  fails: (filter: Filter) => Promise<boolean>,
  limit: number,
): Promise<Shrunk> {
  let current = filter;
  let tried = 0;
  for (let found = true; found; ) {
    found = false;
    for (const one of smaller(current)) {
      if (tried >= limit) return { filter: current, tried, cut: true };
      tried += 1;
      if (!(await fails(one))) continue;
      [current, found] = [one, true];
      break;
    }
  }
  return { filter: current, tried, cut: false };
}
