import type { Comparison, Literal } from '../../../contract/query-language.js';
import type { Answer } from '../../../engine/client/answer.js';
import type { AskRule } from '../../../engine/run/rule.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import { identity, type JsonRecord, pageOf, type Walk } from '../../../engine/session/page.js';
import { plural } from '../../../numbers/plural.js';
import { takes } from '../applies.js';
import { hasExactNumbers } from '../exact-numbers.js';
import { fieldsOf } from '../fields.js';
import { packed, satisfies } from '../query/packed.js';
import { reportStatus } from './report-status.js';
import { equality, isRight } from './together.js';

/** The maximum number of filters in one: each is sent alone if its result is wrong. */
const PACKED = 8;
/** A number that a column of 32 bits cannot hold. */
const LARGE = 3_000_000_000;
const DAY_MS = 86_400_000;
/** Dates this far apart differ in every time zone, and times this far apart where zones differ by more. */
const APART_MS = 2 * DAY_MS;
const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
/** By how much a time is changed to be that of no record: zones differ by quarters of an hour. */
const SHIFT_MS = 7 * MINUTE_MS + 13_000;
/** A fraction that is shown is rounded by less than this. */
const FRACTION = 0.2;
const TYPES: Readonly<Record<string, Typed['type']>> = {
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  'date-time': 'date',
};

/** A filter by a number, a boolean or a date, without quotes, or in quotes. */
interface Typed {
  readonly field: string;
  readonly type: 'integer' | 'number' | 'boolean' | 'date';
  readonly value: string | number | boolean;
  readonly filter: string;
  /** Quotes force a string, so whether a quoted number matches anything is unspecified. */
  readonly isQuoted: boolean;
}

export const everyType: AskRule = {
  id: 'filter.every-type',
  clause: 'filter.every-type',
  from: 'standard',
  needs: ['records'],
  appliesTo: takes('filter'),
  async ask(context) {
    const whole = await context.collection();
    const tried = typedFilters(context, whole);
    if (tried.length === 0) return context.lacksData('no record has a number, a boolean or a date to filter by');
    // A join with other numbers may return the record with a negative number anyway.
    const right = await rightTogether(
      context,
      tried.filter((one) => !one.isQuoted && !isSigned(one, whole)),
      whole,
    );
    const quoted = await quotedTogether(
      context,
      tried.filter((one) => one.isQuoted),
      whole,
    );
    const together = [...right, ...quoted];
    const alone = tried.filter((one) => !together.includes(one));
    const taken = await Promise.all(alone.map((one) => askTyped(context, one, whole)));
    const accepted = [...together, ...alone.filter((_one, index) => taken[index])];
    await reportRejected(context, alone, accepted, whole);
    if (accepted.length === 0)
      context.notApplicable('the target rejects filters by numbers, booleans and dates with 400');
    if (!accepted.some(({ field, type, value }) => whole.items.some((item) => differs(type, item[field], value))))
      context.inconclusive('all records have the values that were tried, so the filters exclude no record');
  },
};

/**
 * The filters that need no request of their own: several are joined in such a way that none hides another one, and the
 * join returns exactly the records that it should. None if the target rejects joins, or with the budget thorough.
 */
async function rightTogether(context: AskContext, tried: readonly Typed[], whole: Walk): Promise<readonly Typed[]> {
  if (context.allowance.budget === 'thorough' || whole.partial) return [];
  // A filter by a flag alone is the most frequent one of these: a target may count its records in another way.
  const single = tried.find((one) => one.type === 'boolean');
  const typed = new Map(tried.filter((one) => one !== single).map((one) => [comparisonOf(one), one]));
  // A filter by a flag selects so many records that it hides others in most joins.
  const order = [...typed.keys()].toSorted((one, other) => isFlag(one) - isFlag(other));
  const packs = packed(order, whole.items, PACKED).filter((one) => one.kind !== 'comparison');
  const right = await Promise.all(
    packs.map(async (pack) => {
      const ones = [...typed].flatMap(([comparison, one]) => (pack.operands.includes(comparison) ? [one] : []));
      const filter = ones.map((one) => `(${one.filter})`).join(` -${pack.kind} `);
      const page = await context.attemptPage({ filter, page_size: whole.pageSize });
      const wanted = whole.items.filter((item) => satisfies(item, pack));
      return page !== null && wanted.length < whole.pageSize && isRight(page.items, wanted) ? ones : [];
    }),
  );
  return right.flat();
}

/** The quoted ones, if one filter with all of them returns only records that have one of their values. */
async function quotedTogether(context: AskContext, quoted: readonly Typed[], whole: Walk): Promise<readonly Typed[]> {
  if (context.allowance.budget === 'thorough' || quoted.length < 2) return [];
  const filter = quoted.map((one) => `(${one.filter})`).join(' -or ');
  const page = await context.attemptPage({ filter, page_size: whole.pageSize });
  const fits = (item: JsonRecord) => quoted.some(({ field, type, value }) => !differs(type, item[field], value));
  return page?.items.every(fits) === true ? quoted : [];
}

const isFlag = ({ literal }: Comparison): number => Number(literal.type === 'boolean');

function comparisonOf({ field, type, value }: Typed): Comparison {
  const kind = type === 'integer' ? 'number' : type;
  return { kind: 'comparison', field, operator: '-eq', literal: { type: kind, value } as Literal };
}

/**
 * For each field with a number, a boolean or a date: filters by its zero, its extreme values and a negative one without its sign;
 * for one field, by a number of more than 32 bits.
 */
function typedFilters(context: AskContext, whole: Walk): Typed[] {
  const { items } = whole;
  const fields = Object.entries(fieldsOf(context.operation)).flatMap(([field, kind]) => {
    const type = TYPES[kind];
    if (type === undefined || !hasExactNumbers(items, field)) return [];
    const values = valuesOf(type, items, field);
    return values.map((value) => typed(field, type, value));
  });
  const integer = fields.find(({ type, value }) => type === 'integer' && value !== 0);
  const large = fields
    .filter(({ type }) => type === 'integer')
    .slice(0, 1)
    .map(({ field, type }) => typed(field, type, LARGE));
  const flag = fields.find(({ type }) => type === 'boolean');
  // A careless target takes any text for true.
  const off = flag === undefined ? undefined : { ...flag, value: false };
  const quoted = [off, integer].flatMap((one) =>
    one === undefined
      ? []
      : [{ ...one, filter: equality({ field: one.field, value: String(one.value) }), isQuoted: true }],
  );
  return [...byBeginning(context, whole), ...fields, ...large, ...quoted];
}

/** A filter by a value: a date in quotes, and others without. */
function typed(field: string, type: Typed['type'], value: Typed['value']): Typed {
  const filter = type === 'date' ? equality({ field, value: String(value) }) : withoutQuotes({ field, value });
  return { field, type, value, filter, isQuoted: false };
}

const withoutQuotes = ({ field, value }: Pick<Typed, 'field' | 'value'>): string => `${field} -eq ${value}`;

function valuesOf(type: Typed['type'], items: readonly JsonRecord[], field: string): (string | number | boolean)[] {
  const held = new Set(items.map((item) => item[field]));
  if (type === 'boolean') return falseIn(items, field);
  if (type === 'date') {
    const dates = [...held].filter(isDate) as string[];
    return dates.slice(0, 1).map(onSameDay);
  }
  // A server may read a number with an exponent otherwise than one without.
  const numbers = [...held].filter((value) => typeof value === 'number' && !/e/i.test(`${value}`)) as number[];
  const ordered = numbers.map((value) => value + 0).sort((one, other) => one - other);
  const [lowest = 0] = ordered;
  const chosen = [0, lowest, ordered.at(-1)].filter((value) => value !== undefined && held.has(value));
  // Without its sign, a negative number is another one, and often that of no record.
  const unsigned = lowest < 0 ? [-lowest] : [];
  const fractions = type === 'number' ? otherFraction(numbers) : [];
  return [...new Set([...chosen, ...unsigned, ...fractions])] as number[];
}

/** Whether a value is a date, or a time in UTC: a text that is neither is a matter of `records.dates`. */
function isDate(value: unknown): boolean {
  return typeof value === 'string' && /(?:Z|^.{10})$/.test(value) && !Number.isNaN(Date.parse(value));
}

/** A number that differs from that of a record by its fraction alone, and clearly from those of all others. */
function otherFraction(numbers: readonly number[]): number[] {
  const others = numbers.filter((own) => own > 0 && !Number.isInteger(own)).map((own) => shifted(own));
  const isOther = (value: number) => numbers.every((own) => Math.abs(own - value) >= FRACTION);
  return others.filter(isOther).slice(0, 1);
}

/** The number with another fraction and the same whole part. */
function shifted(own: number): number {
  const whole = Math.trunc(own);
  return whole + (own - whole < 0.5 ? 0.75 : 0.25);
}

/** Another time of the same day as a time of a record, which is no time of a record in any zone; a date as it is. */
function onSameDay(date: string): string {
  if (date.length === 10) return date;
  const later = new Date(Date.parse(date) + SHIFT_MS);
  const time = later.toISOString().slice(0, 10) === date.slice(0, 10) ? later : new Date(Date.parse(date) - SHIFT_MS);
  return time.toISOString().replace('.000Z', 'Z');
}

/** A filter by a number that others of its field begin with, in case numbers are compared as texts; empty if there is none. */
function byBeginning(context: AskContext, { items }: Walk): Typed[] {
  const fields = Object.entries(fieldsOf(context.operation)).filter(
    ([field, kind]) => TYPES[kind] === 'integer' && hasExactNumbers(items, field),
  );
  const found = fields.flatMap(([field]): Typed[] => {
    const numbers = [...new Set(items.map((item) => Number(item[field])))];
    const isBeginning = (one: number) =>
      one > 0 && numbers.some((other) => other !== one && `${other}`.startsWith(`${one}`));
    const value = numbers.find(isBeginning);
    return value === undefined ? [] : [typed(field, 'integer', value)];
  });
  return found.slice(0, 1);
}

/** Whether a number is negative, or that of a record without its sign. */
function isSigned({ field, value }: Typed, { items }: Walk): boolean {
  return Number(value) < 0 || (value !== 0 && items.some(({ [field]: own }) => own === -Number(value)));
}

/** False, which a careless target takes for no value, if records have both values of a flag; else none. */
function falseIn(items: readonly JsonRecord[], field: string): boolean[] {
  const areBoth = [true, false].every((value) => items.some((item) => item[field] === value));
  return areBoth ? [false] : [];
}

/**
 * Reports a number that records have, or one with a fraction as they have, that is rejected although others are accepted in its
 * field, and a date that is rejected in quotes and accepted without them: the document says that values may be quoted.
 */
async function reportRejected(
  context: AskContext,
  alone: readonly Typed[],
  accepted: readonly Typed[],
  whole: Walk,
): Promise<void> {
  const isLikeHeld = ({ field, value }: Typed) =>
    !Number.isInteger(value) || whole.items.some((item) => item[field] === value);
  const rejected = alone.filter((one) => !one.isQuoted && !accepted.includes(one));
  const numbers = rejected.filter((one) => typeof one.value === 'number' && isLikeHeld(one));
  // A target quotes all dates alike.
  const dates = rejected.filter(({ type }) => type === 'date').slice(0, 1);
  for (const one of [...numbers, ...dates]) {
    const ask = (filter: string) => context.attempt(() => context.ask({ filter, page_size: whole.pageSize }));
    const answer = await ask(one.filter);
    if (answer?.status !== 400) continue;
    const filter = likeRejected(one, accepted);
    if ((await ask(filter))?.status !== 200) continue;
    const message = `${one.filter} is rejected, and ${filter} is accepted`;
    context.report(answer, { at: 'status', expected: '200', actual: answer.summary, message });
  }
}

/** What a target accepts that rejects a filter without reason: another number in the same field, or the same date without quotes. */
function likeRejected({ field, type, value }: Typed, accepted: readonly Typed[]): string {
  if (type === 'date') return withoutQuotes({ field, value });
  const other = accepted.find((one) => one.field === field && !one.isQuoted);
  return other?.filter ?? withoutQuotes({ field, value: Math.trunc(Number(value)) });
}

/** Whether the target accepts a filter; reports a server error, wrong records and missing ones. */
async function askTyped(context: AskContext, typed: Typed, whole: Walk): Promise<boolean> {
  const { field, type, value, filter, isQuoted } = typed;
  const answer = await context.attempt(() => context.ask({ filter, page_size: whole.pageSize }));
  if (answer !== null && answer.status >= 500) reportStatus(context, answer, filter);
  if (answer?.status !== 200) return false;
  const page = await context.attempt(async () => pageOf(answer));
  if (page === null) return false;
  const index = page.items.findIndex((item) => differs(type, item[field], value));
  if (index >= 0) {
    await context.assertStable(whole, [field]);
    const actual = JSON.stringify(page.items[index]?.[field]);
    const message = `${filter} returned a record whose ${field} is ${actual}`;
    context.report(answer, { at: `/items/${index}/${field}`, expected: `${value}`, actual, message });
  } else if (!isQuoted && (type === 'integer' || type === 'boolean') && page.items.length < whole.pageSize) {
    await reportMissing(context, typed, { answer, items: page.items, whole });
  }
  return true;
}

interface Returned {
  readonly answer: Answer;
  readonly items: readonly JsonRecord[];
  readonly whole: Walk;
}

async function reportMissing(
  context: AskContext,
  { field, value, filter }: Typed,
  { answer, items, whole }: Returned,
): Promise<void> {
  const returned = new Set(items.map(identity));
  const missing = whole.items.filter((item) => item[field] === value && !returned.has(identity(item)));
  const [first] = missing;
  if (first === undefined) return;
  await context.assertStable(whole, [field]);
  const message = `${filter} omitted ${plural(missing.length, 'record')} with this value`;
  const expected = `${identity(first)} among the records`;
  context.report(answer, { at: '/items', expected, actual: plural(items.length, 'record'), message });
}

/** Whether a value is certainly another one: fractions may be stored rounded, and dates in other zones. */
function differs(type: Typed['type'], own: unknown, value: Typed['value']): boolean {
  if (type === 'boolean') return typeof own === 'boolean' && own !== value;
  if (type === 'date') {
    const distance = Math.abs(Date.parse(String(own)) - Date.parse(String(value)));
    const isShifted = distance >= MINUTE_MS && `${value}`.length > 10 && distance % QUARTER_MS >= MINUTE_MS;
    return typeof own === 'string' && (distance > APART_MS || isShifted);
  }
  if (typeof own !== 'number') return false;
  // A number that is shown without a fraction may be stored with one.
  return type === 'integer' ? own !== value : Math.abs(own - Number(value)) >= (Number.isInteger(own) ? 1 : FRACTION);
}
