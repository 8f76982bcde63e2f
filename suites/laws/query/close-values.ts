import type { Operator } from '../../../contract/query-language.js';
import type { FieldValues } from '../../../generators/values/field-values.js';
import { meets } from './meets.js';
import { type Misreading, misreadingsOf } from './misreadings.js';

/** How many of the smallest or the largest values of a field are considered. */
const END = 12;
/** Operators that few records satisfy, or almost all, with one of the smallest values. */
const LOW: readonly Operator[] = ['-lt', '-ge'];
/** Operators with two numbers each, which together show what the others do not. */
const TWICE: readonly Operator[] = ['-eq', '-ne', '-gt', '-ge'];
/** A number that is shown with a fraction is rounded by less than this. */
const ROUNDED = 0.2;
/** What is added to the integer part of a number: the last one for numbers that are rounded up. */
const FRACTIONS = [0, 0.25, 0.5, 0.75, 1.25];
/** By how much a time is changed to be another one of the same minute, in milliseconds: records may show whole seconds. */
const SHIFT_MS = 19_000;
/** A larger number may be written with an exponent, or have no fraction of its own. */
const LARGEST = 1e9;
/** A time in UTC: others may be of any zone. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** A value to compare a field with. */
export interface CloseValue {
  readonly operator: Operator;
  readonly value: number | string;
}

/**
 * For each of some operators a value that is close to those of records, and no value of a record: a number with a fraction, or
 * another time of the same minute. It is chosen so that as many misreadings as possible change the result, and from that end of
 * the field where few records or almost all satisfy the comparison, so that it hides no other one in the same filter. None for a
 * field without fractions or times.
 */
export function closeValues({ type, values }: FieldValues, operators: readonly Operator[]): CloseValue[] {
  if (type !== 'number' && type !== 'date') return [];
  const held = type === 'number' ? numbersOf(values as readonly number[]) : timesOf(values as readonly string[]);
  const ordered = [...new Set(held)].sort((one, other) => one - other);
  const apart = type === 'number' ? ROUNDED : 1;
  const known = new Map(operators.map((operator) => [operator, new Set<number>()]));
  const again = type === 'number' ? operators.filter((operator) => TWICE.includes(operator)) : [];
  return [...operators, ...again].flatMap((operator) => {
    const own = LOW.includes(operator) ? ordered.slice(0, END) : ordered.slice(-END).toReversed();
    const near = own.flatMap(type === 'number' ? fractionsAt : secondsAt);
    const candidates = near.filter((one) => ordered.every((other) => Math.abs(one - other) >= apart));
    const found = mostTelling(candidates, known.get(operator) ?? new Set(), (value) =>
      changesOf(operator, own, value, misreadingsOf(type)),
    );
    if (found === undefined) return [];
    return [{ operator, value: type === 'number' ? found : new Date(found).toISOString().replace('.000Z', 'Z') }];
  });
}

/** The numbers of a field that has fractions; none of another one. */
function numbersOf(values: readonly number[]): number[] {
  const own = values.map((value) => value + 0).filter((value) => Math.abs(value) < LARGEST);
  return own.every((value) => Number.isInteger(value)) ? [] : own;
}

function timesOf(values: readonly string[]): number[] {
  return values
    .filter((value) => TIME.test(value))
    .map((value) => Date.parse(value))
    .filter((time) => !Number.isNaN(time));
}

function fractionsAt(own: number): number[] {
  const sign = own < 0 ? -1 : 1;
  return FRACTIONS.map((part) => Math.trunc(own) + sign * part + 0);
}

function secondsAt(own: number): number[] {
  return [own - SHIFT_MS, own + SHIFT_MS];
}

/** The misreadings, by position, that change the result of a comparison for some record. */
function changesOf(
  operator: Operator,
  own: readonly number[],
  sought: number,
  misreadings: readonly Misreading[],
): Set<number> {
  const isChanged = (misreading: Misreading) =>
    own.some((value) => meets(operator, value, sought) !== meets(operator, ...misreading(value, sought)));
  return new Set(misreadings.flatMap((misreading, index) => (isChanged(misreading) ? [index] : [])));
}

/** The value that shows most misreadings, first of those that are not known yet; it adds its own to these. */
function mostTelling(
  candidates: readonly number[],
  known: Set<number>,
  shownBy: (value: number) => ReadonlySet<number>,
): number | undefined {
  const all = candidates.map((value) => ({ value, shown: shownBy(value) })).filter(({ shown }) => shown.size > 0);
  const fresh = ({ shown }: (typeof all)[number]) => [...shown].filter((one) => !known.has(one)).length;
  const [best] = all
    .filter((one) => fresh(one) > 0)
    .toSorted((one, other) => fresh(other) - fresh(one) || other.shown.size - one.shown.size);
  for (const one of best?.shown ?? []) known.add(one);
  return best?.value;
}
