/** A value of `page_number` or `page_size` that one reader refuses and another one takes. */
export interface AmbiguousPaging {
  readonly text: string;
  /** What it is where it is taken; null for a parameter that counts as left out. */
  readonly reading: number | null;
}

/**
 * Values that are positive integers to a lenient reader: no finding where they are refused or read so, one where they are
 * read as anything else. They are to be percent-encoded like any other value; a plus sign that is not is a space.
 */
export const AMBIGUOUS_PAGING: readonly AmbiguousPaging[] = [
  { text: '', reading: null },
  { text: ' ', reading: null },
  { text: 'null', reading: null },
  { text: '+5', reading: 5 },
  { text: ' 5', reading: 5 },
  { text: '5 ', reading: 5 },
  { text: ' 5 ', reading: 5 },
  { text: '\t5', reading: 5 },
  { text: '05', reading: 5 },
  { text: '5.', reading: 5 },
  { text: '5.0', reading: 5 },
  { text: '5e0', reading: 5 },
  { text: '1e1', reading: 10 },
  { text: '1E1', reading: 10 },
  { text: '0x5', reading: 5 },
  { text: '0b101', reading: 5 },
  { text: '1_0', reading: 10 },
  { text: '"5"', reading: 5 },
  { text: '٥', reading: 5 },
  { text: '５', reading: 5 },
];

/** A parameter that is given more than once: refused, or one of its values is taken. */
export const REPEATED_PAGING: readonly (readonly [string, string])[] = [
  ['1', '2'],
  ['2', '1'],
  ['2', '2'],
];
