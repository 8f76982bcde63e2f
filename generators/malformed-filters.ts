/** Filters with one error each, malformed under any reading of the example in the document. */
export const MALFORMED_FILTERS = {
  noOperator: "name 'abc'",
  noField: "-eq 'abc'",
  noValue: 'name -eq',
  openQuote: "name -eq 'abc",
} as const;
