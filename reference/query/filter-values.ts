import { formats } from '../../schemas/formats.js';
import type { FieldType } from '../record-shape.js';
import type { Scalar } from './collation.js';

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };

const readers: Readonly<Record<FieldType, (text: string) => Scalar | undefined>> = {
  string: (text) => text,
  number: (text) => (NUMBER.test(text) ? Number(text) : undefined),
  boolean: (text) => (Object.hasOwn(BOOLEANS, text) ? BOOLEANS[text] : undefined),
  date: readDate,
};

/**
 * A value as the type of its field, or undefined if it cannot be read as one. The field decides, not the quotes:
 * `total -eq '5'` and `total -eq 5` are the same.
 */
export function readValue(text: string, type: FieldType): Scalar | undefined {
  return readers[type](text);
}

/**
 * Epoch milliseconds of a timestamp in UTC or of a date, which is its first moment; `T` and `Z` in any case. `Z` may
 * be missing, so that a filter can use the times of the consumptions, which have no zone, as they are.
 */
function readDate(text: string): number | undefined {
  const upper = text.toUpperCase();
  const local = upper.endsWith('Z') ? upper.slice(0, -1) : upper;
  if (!formats.date(upper) && !formats['local-date-time'](local)) return undefined;
  const time = timeOf(upper);
  return Number.isNaN(time) ? undefined : time;
}

/** Epoch milliseconds of a valid date or time; without a zone it is in UTC. */
export function timeOf(text: string): number {
  return Date.parse(text.length > 10 && !text.endsWith('Z') ? `${text}Z` : text);
}
