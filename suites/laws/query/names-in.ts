import type { Comparison, Filter } from '../../../contract/query-language.js';

/** The operators and joins of a filter. */
export function namesIn(filter: Filter): string[] {
  return filter.kind === 'comparison' ? [filter.operator] : [`-${filter.kind}`, ...operandsOf(filter).flatMap(namesIn)];
}

/** The comparisons of a filter. */
export function comparisonsIn(filter: Filter): Comparison[] {
  return filter.kind === 'comparison' ? [filter] : operandsOf(filter).flatMap(comparisonsIn);
}

/** The filters that a filter joins or negates. */
export function operandsOf(filter: Filter): readonly Filter[] {
  if (filter.kind === 'comparison') return [];
  return filter.kind === 'not' ? [filter.operand] : filter.operands;
}
