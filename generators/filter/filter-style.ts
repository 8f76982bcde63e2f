/**
 * How one node of a filter is written, where the grammar leaves a choice. All choices mean the same; the first one of
 * each is the canonical one.
 */
export interface FilterStyle {
  /** Around a value; `none` where the grammar allows a value to stand bare, a single quote elsewhere. */
  readonly quote: "'" | '"' | 'none';
  /** `5` or `5.0`. */
  readonly number: 'shortest' | 'fraction';
  /** Which letters of a date are in lower case. */
  readonly date: 'as-is' | 'lower-t' | 'lower-z' | 'lower';
  /** Pairs of parentheses around the node that are not needed. */
  readonly parentheses: number;
  /** Spaces around each token of the node that are not needed. */
  readonly spaces: number;
  /**
   * How three or more operands are joined: as the tree is, with nested operands of the same kind drawn into one chain,
   * or two by two from the left or from the right.
   */
  readonly grouping: 'tree' | 'flat' | 'left' | 'right';
}

/** What each part of a style can be, the canonical one first. */
export const STYLE_CHOICES: { readonly [Part in keyof FilterStyle]: readonly FilterStyle[Part][] } = {
  quote: ["'", '"', 'none'],
  number: ['shortest', 'fraction'],
  date: ['as-is', 'lower-t', 'lower-z', 'lower'],
  parentheses: [0, 1, 2],
  spaces: [0, 1, 3],
  grouping: ['tree', 'flat', 'left', 'right'],
};

/** Single quotes around texts and dates, no parentheses and spaces but the needed ones, the operands as the tree has them. */
export const CANONICAL_STYLE: FilterStyle = {
  quote: "'",
  number: 'shortest',
  date: 'as-is',
  parentheses: 0,
  spaces: 0,
  grouping: 'tree',
};
