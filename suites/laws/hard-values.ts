import { type Answer, isClientError } from '../../engine/client/answer.js';
import { fold, looselyEqual } from '../../engine/oracle/collation.js';
import type { AskRule } from '../../engine/run/rule.js';
import { type AskContext, DEFAULT_SIZE } from '../../engine/session/ask-context.js';
import { identity, type JsonRecord, type Walk } from '../../engine/session/page.js';
import { type Escaped, equals, escapedIn, INJECTIONS, quoted } from '../../generators/filter-text.js';
import { plural } from '../../numbers/plural.js';
import { takes } from './applies.js';
import { idFieldsOf } from './fields.js';
import type { Filterable } from './filter/candidates.js';
import { reportHardChildren } from './filter/hard-children.js';
import { HARD, LONG, SHORT } from './filter/hard-patterns.js';
import { reportStatus } from './filter/report-status.js';
import { notRightTogether, type TextEquality } from './filter/together.js';
import { inOneFilter, mustFindTexts } from './filterable.js';
import { escapesRead, failedEscapes, type Lost, lostValues, valuesWith } from './query/escapes.js';
import { shown } from './shown.js';

/** What a firewall in front of a target rejects, also in the value of a record. */
const ATTACK = /<script|--|\/\*|\.\.\/|'\s*or\b|\b(?:select|union|insert|drop)\b/i;

/** A text that a target may take for several comparisons, also where it reads a single one in another way than those of a join. */
const COMPARISONS = 'touchstone -and touchstone -eq touchstone';

/** Texts that a target may take for a value of another type, or for a part of the expression. */
const MISLEADING = ['true', '42', '2024-02-29', COMPARISONS];

/** A text that a target may take for a null. */
const NULL_WORD = 'null';

export const hardValues: AskRule = {
  id: 'filter.hard-values',
  clause: 'filter.hard-values',
  needs: ['records'],
  appliesTo: takes('filter'),
  async ask(context) {
    const { left: wrong } = await inOneFilter(context);
    const own = wrong.get('hard-values');
    if (own !== undefined) return askEach(context, own);
    const { first, taken, whole } = await mustFindTexts(context);
    const { sparing } = context.allowance;
    const held = HARD.flatMap((pattern) => hardValueOf(pattern, taken, whole) ?? []);
    const invented = INJECTIONS.map((value) => ({ field: first.field, value }));
    const lettered = held
      .toSorted((one, other) => escapedIn(one.value).length - escapedIn(other.value).length)
      .find(({ field, value }) => withOtherLetters(field, value) !== null);
    const spaced = sparing ? null : hardValueOf(SPACED, taken, whole);
    const foreign = [
      ...(lettered === undefined ? [] : [withOtherLetters(lettered.field, lettered.value) ?? lettered]),
      ...(spaced === null ? [] : encodedAgain(spaced)),
    ];
    const empty = { field: first.field, value: '' };
    const long = sparing ? LONG : Number.POSITIVE_INFINITY;
    const nullWord = sparing ? null : nullWordOf(context, taken, whole);
    const words = sparing ? [] : MISLEADING.map((value) => ({ field: first.field, value }));
    const tried = [...held, ...foreign, ...(nullWord === null ? [] : [nullWord]), ...words, ...invented].filter(
      ({ value }) => value.length < long,
    );
    const values = [...new Map(tried.map((one) => [`${one.field} ${one.value}`, one])).values()];
    const known = sparing ? new Set<Escaped>() : await escapesRead(context);
    const plain = values.filter(({ value }) => escapedIn(value).every((one) => known.has(one)));
    // A value that is taken for another one in the same join changes no result, so those that no record has are apart.
    // A wildcard may be read as one only if it is the whole of a filter, and the field of an id may take nothing but ids.
    const isText = ({ field }: TextEquality) => taken.some((own) => own.field === field);
    const isAlone = (one: TextEquality) =>
      !sparing && (one.value === '%' || one.value === COMPARISONS || (one === nullWord && !isText(one)));
    const alone = plain.filter(isAlone);
    const absent = plain.filter((one) => !isAlone(one) && (foreign.includes(one) || one === nullWord));
    const joined = plain.filter((one) => !absent.includes(one) && !alone.includes(one));
    // The values that are changed to foreign ones.
    const originals = [lettered, spaced].flatMap((one) => one ?? []);
    const witness = taken
      .map(({ field, rare }) => ({ field, value: rare }))
      .find((one) => originals.every((other) => isApart(one, other, whole)));
    const left = [
      ...alone,
      ...(await notRightTogether(context, joined, whole)),
      ...(sparing || witness === undefined
        ? [...absent, empty]
        : await notRightTogether(context, [witness, ...absent, empty], whole)),
    ];
    // A quote needs no escape inside the other kind of quotes; if the target reads escapes, it may have one.
    const escaped = known.has('quote') ? valuesWith('quote', taken, whole.items).slice(0, 1) : [];
    const asked = [
      ...values
        .filter((one) => !plain.includes(one) || left.includes(one))
        .map(({ field, value }) => ({
          field,
          value,
          filter: equals(field, value),
          escaped: escapedIn(value),
        })),
      ...escaped.map(({ field, value }) => ({
        field,
        value,
        filter: `${field} -eq ${quoted(value, "'")}`,
        escaped: ['quote' as const, ...escapedIn(value)],
      })),
    ];
    await Promise.all(asked.map((one) => askValue(context, { ...one, known }, whole)));
    await reportHardChildren(
      context,
      taken.map(({ field }) => field),
      whole.items,
    );
    if (!sparing && left.includes(empty)) await askEmpty(context, first.field, whole);
    if (sparing) return;
    for (const one of await lostValues(context)) await reportLost(context, one, whole);
    for (const { answer, filter } of await failedEscapes(context)) reportStatus(context, answer, shown(filter, 80));
  },
};

/**
 * A value in which each letter outside ASCII is another one, which no collation considers equal: a target that drops such
 * letters, or reads all of them as one, finds the record; `null` for a value without such letters.
 */
function withOtherLetters(field: string, value: string) {
  const changed = value.normalize('NFC').replace(/(?![A-Za-z])\p{L}/gu, (letter) => {
    if (!/\p{Script=Latin}/u.test(letter)) return letter === 'ж' ? 'щ' : 'ж';
    return fold(letter) === 'z' ? 'ğ' : 'ž';
  });
  return changed === value.normalize('NFC') ? null : { field, value: changed };
}

/** A text with a space that two encodings of a URL write otherwise, and nothing else that is hard to match. */
const SPACED = /^[\w.]+ [\w. ]*\w$/;

/** A value with each space as in a URL: a target that decodes a value twice finds the record with the space. */
function encodedAgain({ field, value }: TextEquality): TextEquality[] {
  return ['+', '%20'].map((space) => ({ field, value: value.replaceAll(' ', space) }));
}

/** The word null in a field that is null in some records, and has no such text: it is a text like any other. */
function nullWordOf(context: AskContext, taken: readonly Filterable[], { items }: Walk): TextEquality | null {
  const fields = [...taken.map(({ field }) => field), ...idFieldsOf(context.operation)];
  const isNull = (one: unknown) => one === null;
  const isWord = (one: unknown) => `${one}`.toLowerCase() === NULL_WORD && !isNull(one);
  const found = fields.find((field) => {
    const values = items.map((item) => item[field]);
    return values.some(isNull) && !values.some(isWord);
  });
  return found === undefined ? null : { field: found, value: NULL_WORD };
}

/** Whether no record has both of two values. */
function isApart(one: TextEquality, other: TextEquality, { items }: Walk): boolean {
  return !items.some((item) => item[one.field] === one.value && item[other.field] === other.value);
}

/** A filter by an empty value returns no record with a text; whether it matches records without a value is unspecified. */
async function askEmpty(context: AskContext, field: string, { pageSize }: Walk): Promise<void> {
  const filter = equals(field, '');
  const answer = await context.attempt(() => context.ask({ filter, page_size: pageSize }));
  if (answer === null || isClientError(answer)) return;
  if (answer.status !== 200) return reportStatus(context, answer, filter);
  const { items } = await context.page({ filter, page_size: pageSize });
  reportStrange(context, answer, { filter, field, value: '', items });
}

/** Sends the filters that a filter with all of them does not show to be right. */
async function askEach(context: AskContext, values: readonly TextEquality[]): Promise<void> {
  const whole = await context.collection();
  const known = new Set<Escaped>();
  await Promise.all(
    values.map((one) => askValue(context, { ...one, filter: equals(one.field, one.value), escaped: [], known }, whole)),
  );
}

/** A value of the target that is hard to match in this way, and the first field that holds one. */
function hardValueOf(pattern: RegExp, taken: readonly Filterable[], { items }: Walk) {
  for (const { field } of taken) {
    const value = items.map((item) => item[field]).find((one) => typeof one === 'string' && pattern.test(one));
    if (typeof value === 'string') return { field, value };
  }
  return null;
}

async function reportLost(context: AskContext, { field, item, answer }: Lost, whole: Walk): Promise<void> {
  await context.assertStable(whole, [field]);
  const value = JSON.stringify(item[field]);
  const message = `a filter for ${field} ${value} returned no such record, with the backslash escaped or not`;
  const expected = `${identity(item)} among the records`;
  context.report(answer, { at: '/items', expected, actual: 'records without it', message });
}

interface HardFilter {
  readonly field: string;
  readonly value: string;
  readonly filter: string;
  /** What the filter escapes in the value, and the escapes that the target is known to read. */
  readonly escaped: readonly Escaped[];
  readonly known: ReadonlySet<Escaped>;
}

async function askValue(context: AskContext, hard: HardFilter, whole: Walk): Promise<void> {
  const { field, value, filter } = hard;
  const { items: known, pageSize } = whole;
  const answer = await context.ask({ filter, page_size: pageSize });
  const quotedFilter = shown(filter, 80);
  if (answer.status === 400 && isShort(value) && !ATTACK.test(value) && known.some((item) => item[field] === value)) {
    const message = `${quotedFilter} returned ${answer.summary}, and records have this value`;
    return context.report(answer, { at: 'status', expected: 'the records with it', actual: answer.summary, message });
  }
  if (answer.status === 400 && MISLEADING.includes(value)) return reportMisread(context, hard, answer);
  if (isClientError(answer)) return;
  if (answer.status !== 200) return reportStatus(context, answer, quotedFilter);
  // Escapes are a convention: a target without them may read a backslash or an escaped quote differently.
  if (!hard.escaped.every((one) => hard.known.has(one))) return;
  const { items } = await context.page({ filter, page_size: pageSize });
  if (reportStrange(context, answer, { filter: quotedFilter, field, value, items })) return;
  const missing = known.find((item) => item[field] === value && !items.some((one) => identity(one) === identity(item)));
  if (missing === undefined || items.length >= pageSize) return;
  await context.assertStable(whole, [field]);
  const message = `${quotedFilter} omitted a record with this value`;
  const expected = `${identity(missing)} among the records`;
  context.report(answer, { at: '/items', expected, actual: `${plural(items.length, 'record')} without it`, message });
}

/** Reports a text that is rejected, if another one that no record has either is not. */
async function reportMisread(context: AskContext, { field, filter }: HardFilter, answer: Answer): Promise<void> {
  const other = equals(field, 'touchstone');
  const plain = await context.attempt(() => context.ask({ filter: other, page_size: DEFAULT_SIZE }));
  if (plain?.status !== 200) return;
  const message = `${filter} returned ${answer.summary}, and ${other} is accepted`;
  context.report(answer, { at: 'status', expected: '200', actual: answer.summary, message });
}

/** Whether a value needs no escape, and is no longer than what targets may limit. */
function isShort(value: string): boolean {
  return value.length <= SHORT && escapedIn(value).length === 0;
}

interface Filtered {
  readonly filter: string;
  readonly field: string;
  readonly value: string;
  readonly items: readonly JsonRecord[];
}

/** Reports a record with another value than the filter names; returns whether there is one. */
function reportStrange(context: AskContext, answer: Answer, { filter, field, value, items }: Filtered): boolean {
  const isOther = (one: unknown) =>
    one === null ? value === NULL_WORD : typeof one === 'string' && !looselyEqual(one, value);
  const strange = items.findIndex((item) => isOther(item[field]));
  if (strange < 0) return false;
  const actual = JSON.stringify(items[strange]?.[field]);
  const message = `${filter} returned a record whose ${field} is ${actual}`;
  context.report(answer, {
    at: `/items/${strange}/${field}`,
    expected: 'only records with this value',
    actual,
    message,
  });
  return true;
}
