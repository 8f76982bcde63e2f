/** A filter whose field name is a number, which the document says is rejected. */
export const NUMBER_FOR_NAME = "123 -eq 'abc'";

/** Filters with one error each, malformed under any reading of the example in the document. */
export const MALFORMED_FILTERS = {
  noOperator: "name 'abc'",
  noField: "-eq 'abc'",
  noValue: 'name -eq',
  openQuote: "name -eq 'abc",
} as const;

/** A filter on a field that no list has. */
export const UNKNOWN_FIELD_FILTER = "touchstoneNoSuchField -eq 'abc'";
