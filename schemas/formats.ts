import { fullFormats } from 'ajv-formats/dist/formats.js';

const TIME = /^(?:([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d|60)(?:[.,]\d+)?)?|24:00(?::00(?:[.,]0+)?)?)$/;
/** A date and time in UTC of a day that each month has: what most of them look like. */
const USUAL_DATE_TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;
const ZONE = /(?:z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)$/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A calendar date `YYYY-MM-DD` that exists (RFC 3339 `full-date`). */
function isDate(text: string): boolean {
  const date = fullFormats.date as { validate: (text: string) => boolean };
  return date.validate(text);
}

/** A date and time without a zone designator, in the extended format of ISO 8601. */
function isLocalDateTime(text: string): boolean {
  const [date = '', time = '', ...rest] = text.split(/t/i);
  return rest.length === 0 && isDate(date) && TIME.test(time);
}

/** A date and time with a zone designator, in the extended format of ISO 8601; fractions and offsets are accepted. */
function isDateTime(text: string): boolean {
  // A run validates hundreds of thousands of them, and to take one apart takes several times as long.
  if (USUAL_DATE_TIME.test(text)) return true;
  const zone = ZONE.exec(text.slice(10));
  return zone !== null && isLocalDateTime(text.slice(0, 10 + zone.index));
}

/**
 * The formats that the schemas use. `date-time` is ISO 8601 rather than the narrower RFC 3339, because the document
 * specifies "ISO 8601"; `uuid` accepts any version and any case ("Resources and their fields").
 */
export const formats = {
  uuid: (text: string): boolean => UUID.test(text),
  date: isDate,
  'date-time': isDateTime,
  'local-date-time': isLocalDateTime,
} as const;
