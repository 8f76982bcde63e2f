import fc from 'fast-check';
import type { Filter } from '../../contract/query-language.js';
import { CANONICAL_STYLE, type FilterStyle, STYLE_CHOICES } from './filter-style.js';
import { filterTokens, joinTokens } from './filter-tokens.js';
import { printFilter } from './print-filter.js';

/** A non-canonical spelling of a filter, and how it differs. */
export interface Spelling {
  readonly text: string;
  readonly aspect: keyof FilterStyle;
}

const ASPECTS = Object.keys(STYLE_CHOICES) as (keyof FilterStyle)[];

const styles: fc.Arbitrary<FilterStyle> = fc.record({
  quote: fc.constantFrom(...STYLE_CHOICES.quote),
  number: fc.constantFrom(...STYLE_CHOICES.number),
  date: fc.constantFrom(...STYLE_CHOICES.date),
  parentheses: fc.constantFrom(...STYLE_CHOICES.parentheses),
  spaces: fc.constantFrom(...STYLE_CHOICES.spaces),
  grouping: fc.constantFrom(...STYLE_CHOICES.grouping),
});

/**
 * Equivalent spellings of a filter, with a separate style for each node. Shrinks towards the canonical spelling, so that
 * a counterexample differs from it only where that matters.
 */
export function spellings(filter: Filter): fc.Arbitrary<string> {
  const nodes = countNodes(filter);
  return fc.array(styles, { minLength: nodes, maxLength: nodes, size: 'max' }).map((chosen) => {
    // Regrouped operands are new nodes; they reuse the styles of the existing nodes.
    let next = 0;
    return joinTokens(filterTokens(filter, () => chosen[next++ % nodes] ?? CANONICAL_STYLE));
  });
}

/** The spellings that differ from the canonical one in one aspect, the same for all nodes; deterministic. */
export function spellingsOf(filter: Filter): readonly Spelling[] {
  const known = new Set([printFilter(filter)]);
  return ASPECTS.flatMap((aspect) =>
    STYLE_CHOICES[aspect].flatMap((choice) => {
      const text = printFilter(filter, { ...CANONICAL_STYLE, [aspect]: choice });
      if (known.has(text)) return [];
      known.add(text);
      return [{ text, aspect }];
    }),
  );
}

function countNodes(filter: Filter): number {
  if (filter.kind === 'comparison') return 1;
  const operands = filter.kind === 'not' ? [filter.operand] : filter.operands;
  return operands.reduce((count, operand) => count + countNodes(operand), 1);
}
