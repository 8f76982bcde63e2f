/** What makes a value hard to match; one value of each kind is taken from the records of the target. */
export const HARD: readonly RegExp[] = [
  /'/,
  /"/,
  /\\/,
  /%/,
  /[À-ɏ]/,
  /\p{M}/u,
  /[\u0590-\u06ff]/,
  /\p{Extended_Pictographic}/u,
  /&/,
  /\+/,
  /[#?]/,
  /,/,
  /^\s|\s$/,
  /[\u2e80-\u9fff]/,
  /[()]/,
  /[;|]/,
  // What parsers of expressions read as operators, minus signs or separators. The letters of a UUID alone make no word.
  /^[^'"\\]*(?:[g-z]-\p{L}|\p{L}-[g-z])/iu,
  /\b(?:and|or|not)\b/i,
  /[/:]/,
  /[<>=]/,
  /[*^$]/,
  // Longer than a column that cuts its values.
  /^[\s\S]{51,}$/,
];

/** The length up to which a value of a record is expected to be accepted in a filter. */
export const SHORT = 100;

/** The length of values that leave no room for others in a filter. */
export const LONG = 1000;
