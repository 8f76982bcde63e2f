const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d+))?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** A date or time as epoch milliseconds; finer digits are in `rest`, as text after `0.`. */
export interface Instant {
  readonly time: number;
  /** Digits past the millisecond, without trailing zeros. */
  readonly rest: string;
  /** The precision of the text. */
  readonly shown: 'day' | 'second' | 'fraction';
  /** It has a zone; others may be local times of the store. */
  readonly zoned: boolean;
}

/**
 * Parses an ISO 8601 date, or date and time, with any offset and any number of fraction digits; without a zone it is in
 * UTC, and a date alone is its first moment. Null if the text is none, or names a day that does not exist.
 */
export function instantOf(text: string): Instant | null {
  if (text.length < 10 || text.length > 64) return null;
  const [, day, clock, digits = '', zone] = ISO.exec(text) ?? [];
  if (day === undefined) return null;
  const midnight = Date.parse(day);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return null;
  if (clock === undefined) return { time: midnight, rest: '', shown: 'day', zoned: false };
  const milliseconds = digits.slice(0, 3).padEnd(3, '0');
  const offset =
    zone === undefined || /z/i.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  const [hours = '', minutes, seconds = '00'] = clock.split(':');
  // Most stores treat a leap second as the last second of its minute, others as the first of the next: nothing is
  // claimed.
  const time = Date.parse(`${day}T${hours}:${minutes}:${seconds === '60' ? '59' : seconds}.${milliseconds}${offset}`);
  if (Number.isNaN(time)) return null;
  return {
    time,
    rest: digits.slice(3).replace(/0+$/, ''),
    shown: digits === '' ? 'second' : 'fraction',
    zoned: zone !== undefined,
  };
}

/** The order of two instants, digits past the millisecond included. */
export function compareInstants(one: Instant, other: Instant): number {
  return one.time - other.time || (one.rest < other.rest ? -1 : one.rest > other.rest ? 1 : 0);
}
