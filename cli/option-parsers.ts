import { InvalidArgumentError } from 'commander';
import { suggest } from '../engine/target/suggest.js';
import { LONGEST_MS } from '../options/option.js';
import { formats } from '../schemas/formats.js';

const UNITS: Readonly<Record<string, number>> = { '': 1, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Collects the values of a repeatable option. */
export function repeatable(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

/** Collects the values of a repeatable option; each must be in `known`. */
export function repeatableOf<Known extends string>(known: readonly Known[]) {
  return (value: string, previous: readonly Known[] = []): Known[] => {
    const found = known.find((candidate) => candidate === value);
    if (found === undefined) throw new InvalidArgumentError(suggest(value, known));
    return [...previous, found];
  };
}

/** A number from `minimum` to `maximum`; a fraction is only accepted if `whole` is false. */
export function number(minimum: number, maximum: number, whole = true) {
  return (value: string): number => {
    const parsed = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
    if (parsed >= minimum && parsed <= maximum && (Number.isInteger(parsed) || !whole)) return parsed;
    throw new InvalidArgumentError(`Expected a ${whole ? 'whole number' : 'number'} from ${minimum} to ${maximum}.`);
  };
}

/** Collects the whole numbers of a repeatable option, each from `minimum` to `maximum`. */
export function numbers(minimum: number, maximum: number) {
  const parse = number(minimum, maximum);
  return (value: string, previous: readonly number[] = []): number[] => [...previous, parse(value)];
}

/** A date that exists, as YYYY-MM-DD. */
export function date(value: string): string {
  if (formats.date(value)) return value;
  throw new InvalidArgumentError('Expected an existing date as YYYY-MM-DD.');
}

/** Text that is not empty; throws with `missing` if it is. */
export function sentence(missing: string) {
  return (value: string): string => {
    if (value.trim() !== '') return value;
    throw new InvalidArgumentError(missing);
  };
}

/** A percentage from 0% to 100%, such as `95%` or `99.5%`, as a number. */
export function percent(value: string): number {
  const [, number = ''] = /^(\d{1,3}(?:\.\d+)?)%$/.exec(value) ?? [];
  if (number !== '' && Number(number) <= 100) return Number(number);
  throw new InvalidArgumentError('Expected a percentage from 0% to 100%, such as 95%.');
}

/** The percentage of a config file, which its schema has checked. */
export function percentOf(value: string | undefined): number | undefined {
  return value === undefined ? undefined : percent(value);
}

/** A duration as `1500` or `1500ms` (milliseconds), `30s`, `2m` or `1h`; in milliseconds, from 1 to 20 days. */
export function milliseconds(value: string): number {
  const [, count = '', unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(value) ?? [];
  const ms = count === '' ? 0 : Math.round(Number(count) * (UNITS[unit] ?? 1));
  if (ms >= 1 && ms <= LONGEST_MS) return ms;
  if (ms > LONGEST_MS) throw new InvalidArgumentError(`Expected a time of at most ${LONGEST_MS / 3_600_000}h.`);
  throw new InvalidArgumentError('Expected a time such as 30s or 2m, or a number of milliseconds such as 30000.');
}
