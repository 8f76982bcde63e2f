import type { Filter } from '../../contract/query-language.js';
import { CANONICAL_STYLE, type FilterStyle } from './filter-style.js';
import { filterTokens, joinTokens } from './filter-tokens.js';

/**
 * Writes a filter in the grammar of the conventions: a comparison stands alone, and every operand of anything more is
 * in parentheses. All nodes are written in one style; the canonical one where none is given. Throws `RangeError` for
 * what cannot be written: an `and` or `or` without operands, a number that is infinite or none.
 */
export function printFilter(filter: Filter, style: FilterStyle = CANONICAL_STYLE): string {
  return joinTokens(filterTokens(filter, () => style));
}
