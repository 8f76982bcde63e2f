/**
 * How to write one node of a filter where the grammar allows a choice. All choices are equivalent; the first one of each
 * is canonical.
 */
export interface FilterStyle {
  /** The quotes of a value; `none` means no quotes if the grammar allows that, single quotes otherwise. */
  readonly quote: "'" | '"' | 'none';
  /** `5` or `5.0`. */
  readonly number: 'shortest' | 'fraction';
  /** Which letters of a date are in lower case. */
  readonly date: 'as-is' | 'lower-t' | 'lower-z' | 'lower';
  /** The number of redundant pairs of parentheses around the node. */
  readonly parentheses: number;
  /** The number of redundant spaces around each token of the node. */
  readonly spaces: number;
  /**
   * How to join three or more operands: as in the tree, with nested operands of the same kind in one chain,
   * or two by two from the left or from the right.
   */
  readonly grouping: 'tree' | 'flat' | 'left' | 'right';
}

/** The choices for each part of a style, the canonical one first. */
export const STYLE_CHOICES: { readonly [Part in keyof FilterStyle]: readonly FilterStyle[Part][] } = {
  quote: ["'", '"', 'none'],
  number: ['shortest', 'fraction'],
  date: ['as-is', 'lower-t', 'lower-z', 'lower'],
  parentheses: [0, 1, 2],
  spaces: [0, 1, 3],
  grouping: ['tree', 'flat', 'left', 'right'],
};

/** Single quotes around texts and dates, only necessary parentheses and spaces, the operands as in the tree. */
export const CANONICAL_STYLE: FilterStyle = {
  quote: "'",
  number: 'shortest',
  date: 'as-is',
  parentheses: 0,
  spaces: 0,
  grouping: 'tree',
};
