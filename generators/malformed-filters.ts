/** Filters that are malformed in one place each, under any reading of the document's example. */
export const MALFORMED_FILTERS = {
  noOperator: "name 'abc'",
  noField: "-eq 'abc'",
  noValue: 'name -eq',
  openQuote: "name -eq 'abc",
} as const;
