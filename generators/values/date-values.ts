import fc from 'fast-check';
import { memberOf } from './member-of.js';
import { mostlyHeld } from './mostly-held.js';
import { simplestFirst } from './simplest-first.js';

const SECOND = 1000;
const DAY = 86_400_000;
const DATE = /^\d{4}-\d\d-\d\d$/;
const IN_UTC = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z?)$/i;

const FAR = [
  '2000-01-01T00:00:00Z',
  '1970-01-01T00:00:00Z',
  '1969-12-31T23:59:59Z',
  '2038-01-19T03:14:08Z',
  '2024-02-29T23:59:59Z',
  '9999-12-31T23:59:59Z',
  '0001-01-01T00:00:00Z',
];

const between = fc
  .integer({ min: 0, max: 4_000_000_000 })
  .map((seconds) => textOf(seconds * SECOND))
  .filter((text) => text !== null);

/**
 * Dates to compare a field with, given its values: those values, a second or a day before and after, far past and future,
 * and some between. An existing date keeps its form: one without a time gives days, one without a zone stays without.
 * One with an offset is converted to UTC, as the grammar requires. Invalid dates are skipped.
 */
export function dateValues(held: readonly string[]): fc.Arbitrary<string> {
  const known = held.map(inUtc).filter((text) => text !== null);
  return mostlyHeld(simplestFirst(known), neighboursOf, [
    { weight: 1, arbitrary: memberOf(FAR) },
    { weight: 1, arbitrary: between },
  ]);
}

function inUtc(text: string): string | null {
  if (DATE.test(text) || IN_UTC.test(text)) return Number.isNaN(timeOf(text)) ? null : text;
  return textOf(Date.parse(text));
}

function neighboursOf(text: string): readonly string[] {
  const shifts = DATE.test(text) ? [DAY, -DAY] : [SECOND, -SECOND, DAY, -DAY];
  return shifts.map((shift) => shifted(text, shift)).filter((one) => one !== null);
}

/** The date that is some milliseconds later, in the form of the given one; null if the year does not have four digits. */
function shifted(text: string, shift: number): string | null {
  const later = textOf(timeOf(text) + shift);
  if (later === null) return null;
  if (DATE.test(text)) return later.slice(0, 10);
  const [, , fraction, zone = ''] = IN_UTC.exec(text) ?? [];
  return `${later.slice(0, 19)}${fraction === undefined ? '' : `.${fraction}`}${zone}`;
}

function timeOf(text: string): number {
  return Date.parse(DATE.test(text) || /z$/i.test(text) ? text.toUpperCase() : `${text.toUpperCase()}Z`);
}

/** A time in UTC, to the second; null if it is invalid or the year does not have four digits. */
function textOf(time: number): string | null {
  if (Number.isNaN(new Date(time).getTime())) return null;
  const text = new Date(time).toISOString();
  return /^\d{4}-/.test(text) ? `${text.slice(0, 19)}Z` : null;
}
