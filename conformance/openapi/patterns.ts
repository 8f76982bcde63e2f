const YEAR = '[0-9]{4}';
const LEAP_YEAR = '(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)';
const LONG_MONTH = '(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])';
const SHORT_MONTH = '(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)';
const FEBRUARY = '02-(?:0[1-9]|1[0-9]|2[0-8])';
const DATE = `(?:${YEAR}-(?:${LONG_MONTH}|${SHORT_MONTH}|${FEBRUARY})|${LEAP_YEAR}-02-29)`;
const CLOCK = '(?:[01][0-9]|2[0-3]):[0-5][0-9](?::(?:[0-5][0-9]|60)(?:[.,][0-9]+)?)?';
const TIME = `(?:${CLOCK}|24:00(?::00(?:[.,]0+)?)?)`;
const ZONE = '(?:[Zz]|[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?)';

/**
 * Regular expressions that accept what `schemas/formats.ts` accepts, for tools that do not know its formats or that
 * read `date-time` as the narrower RFC 3339. Dates that are not in the calendar match none of them.
 */
export const patterns: Readonly<Record<string, string>> = {
  date: `^${DATE}$`,
  'date-time': `^${DATE}[Tt]${TIME}${ZONE}$`,
  'local-date-time': `^${DATE}[Tt]${TIME}$`,
};

/** The keys of an index-keyed object: "0", "1", ... */
export const INDEX = '^(?:0|[1-9][0-9]*)$';
