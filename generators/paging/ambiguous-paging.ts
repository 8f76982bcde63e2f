/** A value of `page_number` or `page_size` that some parsers refuse and others accept. */
export interface AmbiguousPaging {
  readonly text: string;
  /** The value if it is accepted; null if the parameter then counts as absent. */
  readonly reading: number | null;
}

/**
 * Values that a lenient parser reads as positive integers. Refusing them or reading them so is fine; any other reading is
 * a finding. Percent-encode them like any other value; an unencoded plus sign is a space.
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

/** A repeated parameter: it is refused, or one of its values is used. */
export const REPEATED_PAGING: readonly (readonly [string, string])[] = [
  ['1', '2'],
  ['2', '1'],
  ['2', '2'],
];
