import type { Filter } from '../../contract/query-language.js';
import { CANONICAL_STYLE, type FilterStyle } from './filter-style.js';
import { filterTokens, joinTokens } from './filter-tokens.js';

/**
 * Prints a filter in the grammar of the conventions: every operand of `-and`, `-or` and `-not` is in parentheses. All
 * nodes have the same style, by default the canonical one. Throws `RangeError` for what the grammar cannot express: an
 * `and` or `or` without operands, an infinite number or NaN.
 */
export function printFilter(filter: Filter, style: FilterStyle = CANONICAL_STYLE): string {
  return joinTokens(filterTokens(filter, () => style));
}
