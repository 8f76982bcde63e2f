import type { Comparison, Filter, Literal, Operator } from '../../../contract/query-language.js';
import { mayBeNull } from '../../../engine/oracle/stand-in.js';
import type { AskRule } from '../../../engine/run/rule.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import { identity, type JsonRecord } from '../../../engine/session/page.js';
import { printFilter } from '../../../generators/filter/print-filter.js';
import { takes } from '../applies.js';
import { halvesOf } from '../cut.js';
import { hasExactNumbers } from '../exact-numbers.js';
import { fieldsOf } from '../fields.js';
import { reportStatus } from '../filter/report-status.js';
import { shown } from '../shown.js';
import { type AskedFilter, askFilter, namesTaken } from './ask-filter.js';
import { expressions } from './grammar.js';
import { comparisonsIn } from './names-in.js';
import { DATA_TYPES, type Vocabulary, vocabularyOf } from './vocabulary.js';

/** Operators of which a value satisfies exactly one, whatever a target stores beyond what it shows. */
const PAIRS: readonly (readonly [Operator, Operator])[] = [
  ['-eq', '-ne'],
  ['-lt', '-ge'],
  ['-gt', '-le'],
];
/** The fewest characters of a text of which a part is compared. */
const SHORT = 6;
/** The maximum number of characters of a filter with several fields. */
const LONG = 1200;

/** Two comparisons of a field with the same value and operators that complement each other. */
interface Complements {
  readonly field: string;
  readonly operands: readonly [Comparison, Comparison];
}

/**
 * Compares each number that may be rounded, and each date, with the value that a record shows, and texts with a part of
 * one, and one with itself in another letter case: no record satisfies both of two operators that complement each other, and
 * each record with a value satisfies one of them. What a target stores beyond what it shows makes no difference.
 */
export const complements: AskRule = {
  id: 'filter.complements',
  clause: 'filter.complements',
  needs: ['records'],
  appliesTo: takes('filter'),
  async ask(context) {
    const vocabulary = await vocabularyOf(context);
    const { asked } = await expressions(context, vocabulary);
    const taken = namesTaken(asked);
    const pairs = PAIRS.filter((pair) => pair.every((operator) => taken.has(operator)));
    if (pairs.length === 0 || !taken.has('-and') || !taken.has('-or'))
      context.notApplicable('the target accepts no joins, or no two operators that complement each other');
    const groups = groupsOf(vocabulary.whole.items, fieldsOf(context.operation), pairs);
    if (groups.length === 0) context.lacksData('no record has a number with fractions, a date or a plain text');
    const decided = await Promise.all(groups.map((group) => judgeGroup(context, vocabulary, group)));
    if (!decided.includes(true))
      context.inconclusive('each such filter of one field alone is rejected, or shows nothing');
  },
};

/** The first half of the longest plain text of a field: an operator that looks for a part of a text selects other records. */
function partIn(items: readonly JsonRecord[], field: string): string | null {
  const texts = items.map((item) => item[field]).filter((value) => typeof value === 'string');
  const [longest = ''] = texts.filter(isPlainText).toSorted((one, other) => other.length - one.length);
  return [...longest].length < SHORT ? null : halvesOf(longest)[0].trim();
}

/** A text of Latin letters in upper case, or else in lower case; `null` for another value. */
function inOtherCase(value: unknown): string | null {
  if (typeof value !== 'string' || !/^[A-Za-z0-9 .,-]*[A-Za-z][A-Za-z0-9 .,-]*$/.test(value)) return null;
  const upper = value.toUpperCase();
  return upper === value ? value.toLowerCase() : upper;
}

/** By field: a part of a text, where the field has any. */
function partsIn(items: readonly JsonRecord[], kinds: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const texts = Object.keys(kinds).filter((field) => kinds[field] === 'string');
  return new Map(
    texts.flatMap((field) => {
      const part = partIn(items, field);
      return part === null ? [] : [[field, part] as const];
    }),
  );
}

/** Letters, digits and single spaces: what needs an escape is not compared here. */
const isPlainText = (value: unknown): boolean =>
  typeof value === 'string' && /^[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*$/u.test(value);

/** The fields for which it depends on more than the records show what each operator selects. */
function fieldsIn(kinds: Readonly<Record<string, string>>): string[] {
  return Object.keys(kinds).filter((field) => kinds[field] === 'number' || DATA_TYPES[kinds[field] ?? ''] === 'date');
}

/** The comparisons of all fields that have values, in groups that fit into a filter: each of one record with its own values. */
function groupsOf(
  items: readonly JsonRecord[],
  kinds: Readonly<Record<string, string>>,
  pairs: typeof PAIRS,
): Complements[][] {
  const groups: Complements[][] = [];
  const texts = partsIn(items, kinds);
  let hasOtherCase = false;
  let left = [...fieldsIn(kinds).filter((field) => hasExactNumbers(items, field)), ...texts.keys()];
  for (;;) {
    const valued = (item: JsonRecord) => left.filter((field) => hasValue(item, field));
    const richest = items.reduce<JsonRecord>(
      (best, item) => (valued(item).length > valued(best).length ? item : best),
      {},
    );
    const group: Complements[] = [];
    for (const field of valued(richest)) {
      const part = texts.get(field);
      // In most targets an operator handles case the same for each field, so that one field is enough.
      const other: string | null = part === undefined || hasOtherCase ? null : inOtherCase(richest[field]);
      const own =
        part === undefined
          ? pairs.map((operators) => complementsOf(field, richest[field], operators))
          : textComplements(field, other === null ? [part] : [part, other], pairs);
      if (group.length > 0 && printFilter(inEither([...group, ...own])).length > LONG) continue;
      group.push(...own);
      hasOtherCase ||= other !== null;
    }
    if (group.length === 0) return groups;
    groups.push(group);
    left = left.filter((field) => !group.some((one) => one.field === field));
  }
}

/** Whether a record has a number or a date that stands for no null; some serializers show nulls as 0. */
function hasValue(item: JsonRecord, field: string): boolean {
  const value = item[field];
  return typeof value === 'number'
    ? value !== 0
    : typeof value === 'string' && value !== '' && !mayBeNull('date', value);
}

function complementsOf(
  field: string,
  value: unknown,
  [one, other]: readonly [Operator, Operator],
  type = typeof value === 'number' ? 'number' : 'date',
): Complements {
  const literal = { type, value } as Literal;
  const comparison = (operator: Operator): Comparison => ({ kind: 'comparison', field, operator, literal });
  return { field, operands: [comparison(one), comparison(other)] };
}

/** Comparisons of a field with texts, of which an order depends on the collation. */
function textComplements(field: string, texts: readonly string[], pairs: typeof PAIRS): Complements[] {
  const equality = pairs.filter(([one]) => one === '-eq');
  return texts.flatMap((text) => equality.map((operators) => complementsOf(field, text, operators, 'string')));
}

/** The records that satisfy both of two comparisons, for any of the pairs: none. */
const inBoth = (group: readonly Complements[]): Filter =>
  joined(
    'or',
    group.map(({ operands }): Filter => ({ kind: 'and', operands })),
  );

/** The records that satisfy one of two comparisons, for each of the pairs: all that have values. */
const inEither = (group: readonly Complements[]): Filter =>
  joined(
    'and',
    group.map(({ operands }): Filter => ({ kind: 'or', operands })),
  );

function joined(kind: 'and' | 'or', operands: readonly Filter[]): Filter {
  const [first] = operands;
  return operands.length === 1 && first !== undefined ? first : { kind, operands };
}

/** Judges the comparisons of some fields together, and alone where they are wrong or rejected; whether anything was decided. */
async function judgeGroup(
  context: AskContext,
  vocabulary: Vocabulary,
  group: readonly Complements[],
): Promise<boolean> {
  const [both, either] = await Promise.all([
    askFilter(context, inBoth(group), vocabulary),
    askFilter(context, inEither(group), vocabulary),
  ]);
  const fields = [...new Set(group.map(({ field }) => field))];
  const refused = [both, either].find(({ answered }) => answered === null);
  if (refused !== undefined) {
    const { status } = refused.answer;
    if (status >= 500) reportStatus(context, refused.answer, shown(refused.text));
    if (status >= 500 || fields.length === 1) return status >= 500;
    const alone = fields.map((field) => group.filter((one) => one.field === field));
    const decided = await Promise.all(alone.map((own) => judgeGroup(context, vocabulary, own)));
    return decided.includes(true);
  }
  const valued = vocabulary.whole.items.filter((item) => fields.every((field) => hasValue(item, field)));
  const wrong = wrongIn(valued, both, either);
  if (wrong === null) return true;
  if (group.length > 1) {
    for (const one of group) {
      await judgeGroup(context, vocabulary, [one]);
      if (context.evidence.length > 0) return true;
    }
    return false;
  }
  await context.assertStable(vocabulary.whole, fields);
  report(context, wrong);
  return true;
}

/** A record that both of two operators select, or none, and the response that shows it. */
interface Wrong {
  readonly record: JsonRecord;
  readonly isInBoth: boolean;
  readonly asked: AskedFilter;
}

/** The first of some records with values that the one filter returns, or that the other one does not. */
function wrongIn(valued: readonly JsonRecord[], both: AskedFilter, either: AskedFilter): Wrong | null {
  const inIds = ({ answered }: AskedFilter) => {
    const ids = new Set(answered?.ids);
    return (item: JsonRecord) => ids.has(identity(item));
  };
  const strange = valued.find(inIds(both));
  if (strange !== undefined) return { record: strange, isInBoth: true, asked: both };
  const isSelected = inIds(either);
  const missing = either.answered?.whole === true ? valued.find((item) => !isSelected(item)) : undefined;
  return missing === undefined ? null : { record: missing, isInBoth: false, asked: either };
}

function report(context: AskContext, { record, isInBoth, asked: { filter, answer } }: Wrong): void {
  const [one, other] = comparisonsIn(filter);
  if (one === undefined || other === undefined) return;
  const [first, second] = [one, other].map((operand) => shown(printFilter(operand)));
  const verb = isInBoth ? 'select' : 'omit';
  context.report(answer, {
    at: '/items',
    expected: isInBoth ? 'no record' : `${identity(record)} among the records`,
    actual: isInBoth ? identity(record) : 'records without it',
    message: `${first} and ${second} both ${verb} a record whose ${one.field} is ${JSON.stringify(record[one.field])}`,
  });
}
