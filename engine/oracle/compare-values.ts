import type { DataType, Literal, Operator } from '../../contract/query-language.js';
import { type Collation, compareTexts } from './collations.js';
import type { ColumnReading, Precision } from './column-readings.js';
import { compareInstants, type Instant, instantOf } from './instants.js';
import { ANYTHING, EITHER, NO, negate, type Outcome, YES } from './truth.js';

/** The basic comparisons; the other operators negate them. */
export type Core = 'equal' | 'contain' | 'less' | 'more';

/** Each operator as a basic comparison, and whether its outcome is negated. */
export const CORES: Readonly<Record<Operator, readonly [Core, boolean]>> = {
  '-eq': ['equal', false],
  '-ne': ['equal', true],
  '-contains': ['contain', false],
  '-notcontains': ['contain', true],
  '-lt': ['less', false],
  '-ge': ['less', true],
  '-gt': ['more', false],
  '-le': ['more', true],
};

/**
 * A value of a field, parsed as the type of the field; `odd` is a value of another type. A number is `rounded` if the
 * target may store more digits than it shows, because its field has fractions.
 */
export type Value =
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'number'; readonly value: number; readonly rounded?: boolean }
  | { readonly type: 'boolean'; readonly value: number }
  | { readonly type: 'date'; readonly value: Instant }
  | { readonly type: 'odd' };

const ODD: Value = { type: 'odd' };
const DAY = 86_400_000;
/** The time zones of the world range from 14 hours ahead of UTC to 12 hours behind. */
const [EAST, WEST] = [14 * 3_600_000, 12 * 3_600_000];
/** Dates and numbers further apart than this have the same order under every reading. */
const APART = { date: 3 * DAY, number: 0.01 };

/** Parses a JSON value as a type; null and absent become null. `rounded`: the target may store more digits. */
export function readAs(type: DataType, json: unknown, rounded = false): Value | null {
  if (json === null || json === undefined) return null;
  if (type === 'string') return typeof json === 'string' ? { type, value: json } : ODD;
  if (type === 'date') {
    const value = typeof json === 'string' ? instantOf(json) : null;
    return value === null ? ODD : { type, value };
  }
  return typeof json === type ? { type, value: Number(json), ...(rounded && { rounded }) } : ODD;
}

/** Whether a JSON value is a number that is not an integer. */
export function isFraction(json: unknown): boolean {
  return typeof json === 'number' && !Number.isInteger(json);
}

/** The stored value of a null; null if the reading stores nothing. */
export function storedFor(type: DataType, { nullIs }: ColumnReading): Value | null {
  if (nullIs === 'nothing') return null;
  if (type === 'string') return { type, value: '' };
  if (type !== 'date') return { type, value: nullIs === 'lowest' ? -Infinity : 0 };
  return { type, value: { time: -Infinity, rest: '', shown: 'fraction', zoned: true } };
}

/**
 * Whether the outcome of a basic comparison is the same under every reading; then it is `compareNumbers` of the plain
 * values.
 */
export function isApart(value: Value, sought: Literal | Value): boolean {
  if (value.type === 'number' && sought.type === 'number') return Math.abs(value.value - sought.value) >= APART.number;
  if (value.type !== 'date' || sought.type !== 'date' || typeof sought.value === 'string') return false;
  return Math.abs(value.value.time - sought.value.time) > APART.date;
}

/** The outcome of a basic comparison of two values of one type; `texts` compares two texts. */
export function compareValues(
  core: Core,
  value: Value,
  sought: Value,
  reading: ColumnReading,
  texts: typeof compareTexts = compareTexts,
): Outcome {
  if (value.type === 'string' && sought.type === 'string') {
    if (core === 'less' || core === 'more') return ANYTHING;
    return texts(core, [value.value, sought.value], reading.text as Collation);
  }
  if (value.type === 'date' && sought.type === 'date') return dates(core, value.value, sought.value, reading.precision);
  if (value.type === 'odd' || value.type !== sought.type || typeof value.value !== 'number') return ANYTHING;
  const [one, other] = [value.value, sought.value as number];
  const isRounded = (value.type === 'number' && value.rounded) || isFraction(one) || isFraction(other);
  const near = Math.abs(one - other) < APART.number && isRounded;
  if (value.type === 'number' && reading.precision === 'finer' && near) return EITHER;
  return decide(core, one - other || 0);
}

function decide(core: Core, difference: number): Outcome {
  if (core === 'contain') return ANYTHING;
  const holds = core === 'equal' ? difference === 0 : core === 'less' ? difference < 0 : difference > 0;
  return holds ? YES : NO;
}

function dates(core: Core, value: Instant, sought: Instant, precision: Precision): Outcome {
  const span = value.shown === 'day' ? DAY : value.shown === 'second' ? 1000 : 1;
  const cut = precision === 'second' ? 1000 : precision === 'day' && value.shown === 'day' ? DAY : 0;
  if (cut > 0) return decide(core, Math.floor(value.time / cut) - Math.floor(sought.time / cut) || 0);
  // The stored value lies strictly between the shown value and the next one that could be shown.
  if (precision === 'finer') return within(core, value.time, value.time + span, sought.time);
  if (precision === 'another zone' && !value.zoned) {
    return within(core, value.time - EAST - 1, value.time + (value.shown === 'day' ? DAY : 0) + WEST + 1, sought.time);
  }
  return decide(core, value.time === sought.time ? compareInstants(value, sought) : value.time - sought.time);
}

/** The outcome for a value between two bounds. */
function within(core: Core, low: number, high: number, sought: number): Outcome {
  if (sought <= low) return decide(core, 1);
  if (sought >= high) return decide(core, -1);
  return EITHER;
}

/** The outcome of an operator for a value that is not null. */
export function compareBy(operator: Operator, value: Value, sought: Value, reading: ColumnReading): Outcome {
  const [core, negated] = CORES[operator];
  const outcome = compareValues(core, value, sought, reading);
  return negated ? negate(outcome) : outcome;
}
