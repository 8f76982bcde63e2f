import type { Comparison, Filter } from '../../../contract/query-language.js';
import { describeReadings, filterReadings, readingsByAspect } from '../../../engine/oracle/describe-readings.js';
import { type Difference, FilterJudge } from '../../../engine/oracle/filter-judge.js';
import type { AskRule } from '../../../engine/run/rule.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import type { JsonRecord } from '../../../engine/session/page.js';
import { OperationSlot } from '../../../engine/session/slot.js';
import { printFilter } from '../../../generators/filter/print-filter.js';
import { spellings } from '../../../generators/filter/spellings.js';
import { type Escaped, escapedIn } from '../../../generators/filter-text.js';
import { sampleOf } from '../../../generators/sample-of.js';
import type { FieldValues } from '../../../generators/values/field-values.js';
import { plural } from '../../../numbers/plural.js';
import { takes } from '../applies.js';
import { shown } from '../shown.js';
import { type AskedFilter, askFilter } from './ask-filter.js';
import { escapes, escapesRead, isPlain } from './escapes.js';
import { closeComparisons, expressionsOver } from './expressions.js';
import { byOperator, packedInFew, withEachOperator } from './few-packs.js';
import { namesIn, operandsOf } from './names-in.js';
import { membersOver, packed } from './packed.js';
import { shrinkFilter } from './shrink-filter.js';
import { findSlice } from './slice.js';
import { type Vocabulary, vocabularyOf } from './vocabulary.js';

/** The maximum number of failing expressions to shrink. */
const SHRUNK = 2;
/** The number of values of one field in one request, and of fields whose values are all requested. */
const VALUES_AT_ONCE = 48;
const WHOLE_FIELDS = 2;

/**
 * Sends filters and finds those that fail, with a judge that knows how the target reads filters. The comparisons of a
 * pack that is rejected are sent one by one.
 */
async function judged(
  context: AskContext,
  filters: readonly Filter[],
  vocabulary: Vocabulary,
  isSpelled: (filter: Filter) => boolean = () => false,
  packs: readonly Filter[] = [],
) {
  const ask = async (filter: Filter, index: number): Promise<AskedFilter> => {
    const [text] = isSpelled(filter) ? sampleOf(spellings(filter), context.sharedSeed + index, 1) : [];
    const own = await askFilter(context, filter, vocabulary, text);
    // A target may be strict about white space or parentheses: then only the plain spelling counts.
    return own.answer.status === 400 && text !== undefined ? askFilter(context, filter, vocabulary) : own;
  };
  const first = await Promise.all(filters.map(ask));
  const refused = packs.filter((pack) => first.some(({ filter, answer }) => filter === pack && answer.status === 400));
  const asked = [...first, ...(await Promise.all(refused.flatMap(operandsOf).map(ask)))];
  const judge = new FilterJudge(vocabulary.table);
  const evidence = asked.filter(({ answered }) => answered !== null);
  for (const { answered } of evidence) if (answered !== null) judge.add(answered);
  const { wrong, settled } = judge.verdict();
  const failing = asked.filter(({ answer }) => answer.status >= 500);
  const faultOf = (one: AskedFilter): Difference | 'error' | null => {
    if (one.answer.status >= 500) return 'error';
    return one.answered === null ? null : judge.difference(one.answered, settled);
  };
  const accused = [...failing, ...wrong.flatMap(({ index }) => evidence[index] ?? [])];
  return { asked, evidence, accused, faultOf, settled };
}

type Judged = Awaited<ReturnType<typeof judged>>;

/** Reduces a failing filter to the smallest one that still fails, with its last response. */
async function reduce(context: AskContext, one: AskedFilter, { faultOf }: Judged, vocabulary: Vocabulary) {
  let smallest = one;
  const { cut } = await shrinkFilter(
    one.filter,
    async (filter) => {
      const tried = await context.attempt(() => askFilter(context, filter, vocabulary));
      if (tried === null || faultOf(tried) === null) return false;
      smallest = tried;
      return true;
    },
    context.allowance.steps,
  );
  return { smallest, cut };
}

function report(context: AskContext, one: AskedFilter, fault: Difference | 'error', cut: boolean): void {
  const filter = shown(one.text);
  const bound = cut ? '; a smaller filter may fail too: shrinking reached its limit' : '';
  if (fault === 'error') {
    const message = `${filter} returned ${one.answer.summary}${bound}`;
    const [expected, actual] = ['200, or a rejection with 400', one.answer.summary];
    context.report(one.answer, { at: 'status', expected, actual, message });
    return;
  }
  const { missing, extra, repeated } = fault;
  const words = [
    ...(missing.length > 0 ? [`omitted ${plural(missing.length, 'record')}, such as ${missing[0]}`] : []),
    ...(extra.length > 0 ? [`returned ${plural(extra.length, 'record')} not matching it, such as ${extra[0]}`] : []),
    ...(repeated.length > 0 ? [`repeated ${plural(repeated.length, 'record')}, such as ${repeated[0]}`] : []),
  ];
  const message = `${filter} ${words.join(' and ')}${bound}`;
  const actual = plural(one.answered?.ids.length ?? 0, 'record');
  context.report(one.answer, { at: '/items', expected: 'the matching records, each once', actual, message });
}

/** All fields that expressions compare. */
function comparedIn({ fields, fraction, dates, sparse, others }: Vocabulary): FieldValues[] {
  return [...new Set([...fields, fraction, sparse, ...dates, ...others])].filter((one) => one !== null);
}

/** Reports the smallest failing filters; another rule reports those for which `concerns` is false. */
async function reportReduced(
  context: AskContext,
  result: Judged,
  vocabulary: Vocabulary,
  concerns: (filter: Filter) => boolean,
): Promise<void> {
  if (result.accused.length === 0) return;
  await context.assertStable(
    vocabulary.whole,
    comparedIn(vocabulary).map(({ field }) => field),
  );
  const reported = new Set<string>();
  for (const one of result.accused.slice(0, SHRUNK)) {
    const { smallest, cut } = await reduce(context, one, result, vocabulary);
    const fault = result.faultOf(smallest);
    if (fault === null || reported.has(smallest.text) || !concerns(smallest.filter)) continue;
    reported.add(smallest.text);
    report(context, smallest, fault, cut);
  }
}

/** The maximum number of comparisons in one filter: long ones name nothing. */
const PACKED = 16;
/** That of comparisons of many fields: each field may be read in some ways, and too many together decide nothing. */
const PACKED_FIELDS = 6;
const EXPRESSIONS = new OperationSlot<Judged>();

/** The expressions that a run sends to a list, sent once for all rules that judge them. */
export function expressions(context: AskContext, vocabulary: Vocabulary): Promise<Judged> {
  const { budget, filters: random, sparing } = context.allowance;
  const { comparisons, others, joins } = expressionsOver(vocabulary, context.sharedSeed, random, sparing);
  return EXPRESSIONS.of(context, async () => {
    const known = sparing ? new Set<Escaped>() : await escapesRead(context);
    const close = sparing ? [] : closeComparisons(vocabulary);
    const plain = [...close, ...comparisons].filter((filter) => isPlain(filter, known));
    const further = others.filter((filter) => isPlain(filter, known));
    const packs = sparing
      ? packedInFew(plain, vocabulary.fields, vocabulary.whole.items, closeComparisons(vocabulary))
      : budget === 'thorough'
        ? []
        : [
            ...inFewestPacks(plain, close, vocabulary.whole.items),
            ...packed(byOperator(further), vocabulary.whole.items, PACKED_FIELDS),
          ];
    const [probe] = packs.filter(({ kind }) => kind !== 'comparison');
    const isTaken = probe !== undefined && (await askFilter(context, probe, vocabulary)).answer.status === 200;
    const filters = [
      ...(isTaken
        ? packs
        : sparing
          ? withEachOperator(byOperator(plain))
          : budget === 'thorough'
            ? [...plain, ...further]
            : plain),
      ...(sparing ? [] : joins.filter((filter) => isPlain(filter, known) && !(isTaken && isShownBy(packs, filter)))),
    ];
    return judged(context, filters, vocabulary, (filter) => !sparing && filter !== probe, isTaken ? packs : []);
  });
}

/** The comparisons in packs, in that of several orders that needs fewest. */
function inFewestPacks(
  comparisons: readonly Comparison[],
  close: readonly Comparison[],
  records: readonly JsonRecord[],
): Filter[] {
  const others = comparisons.filter((one) => !close.includes(one));
  const orders = [
    comparisons,
    [...close, ...others.toReversed()],
    [...close, ...byOperator(others)],
    byOperator(others),
  ];
  const memberFor = membersOver(records, close);
  const tried = orders.map((order) =>
    packed([...order, ...close.filter((one) => !order.includes(one))], records, PACKED, memberFor),
  );
  return tried.reduce((best, packs) => (packs.length < best.length ? packs : best));
}

/** Whether a filter only joins comparisons, as a pack does too, or negates one that is no text, as it does with a join. */
function isShownBy(packs: readonly Filter[], filter: Filter): boolean {
  if (filter.kind === 'not') return filter.operand.kind === 'comparison' && filter.operand.literal.type !== 'string';
  return (
    operandsOf(filter).every(({ kind }) => kind === 'comparison') && packs.some(({ kind }) => kind === filter.kind)
  );
}

/** For a list that is too large to read completely, reports a filter that should select a slice and does not. */
async function reportSlice(context: AskContext): Promise<boolean> {
  const read = await context.collection();
  if (!read.partial) return false;
  const { fault } = await findSlice(context, read);
  if (fault === null) return false;
  await context.assertStable(read);
  context.report(fault.answer, {
    at: '/items',
    expected: 'the records with one of the values',
    actual: 'other records',
    message: fault.message,
  });
  return true;
}

export const grammar: AskRule = {
  id: 'filter.grammar',
  clause: 'filter.grammar',
  needs: ['several'],
  appliesTo: takes('filter'),
  async ask(context) {
    if (await reportSlice(context)) return;
    const vocabulary = await vocabularyOf(context);
    const result = await expressions(context, vocabulary);
    if (result.evidence.length === 0 && result.accused.length === 0) {
      context.notApplicable('the target accepts no expression of the conventions');
    }
    await reportReduced(context, result, vocabulary, () => true);
  },
};

export const everyValue: AskRule = {
  id: 'filter.every-value',
  clause: 'filter.every-value',
  from: 'standard',
  needs: ['several'],
  appliesTo: takes('filter'),
  async ask(context) {
    const vocabulary = await vocabularyOf(context);
    const texts = vocabulary.fields.filter(({ type }) => type === 'string').slice(0, WHOLE_FIELDS);
    const joined = texts.flatMap((text) => chains(text, context.allowance.values));
    const close = asOne(texts.flatMap((text) => [...overlong(text), ...encoded(text)]));
    const result = await judged(context, [...joined, ...close], vocabulary, () => false, close);
    const taken = result.asked.slice(0, joined.length).some(({ answered }) => answered !== null);
    if (!taken && result.accused.length === 0) {
      context.notApplicable('the target accepts no expression with -or, so one request cannot cover several values');
    }
    // filter.grammar reports a chain that fails only as a chain.
    await reportReduced(context, result, vocabulary, ({ kind }) => kind === 'comparison');
  },
};

/** Filters that together cover every value of a field, many values in each. */
function chains({ field, values }: FieldValues, most: number): Filter[] {
  // How a value is escaped is unspecified: filter.hard-values covers values that need it.
  const comparisons = values
    .slice(0, most)
    .map((value) => equalTo(field, String(value)))
    .filter((filter) => isPlain(filter));
  const count = Math.ceil(comparisons.length / VALUES_AT_ONCE);
  return Array.from({ length: count }, (_unused, index) =>
    asOne(comparisons.slice(index * VALUES_AT_ONCE, (index + 1) * VALUES_AT_ONCE)),
  ).flat();
}

/** One filter that matches what any of some filters does; none for no filter. */
function asOne(operands: readonly Filter[]): Filter[] {
  return operands.length > 1 ? [{ kind: 'or', operands }] : [...operands];
}

/** The longest value of a field plus one letter: a store that compares only the beginning finds the record. */
function overlong({ field, values }: FieldValues): Filter[] {
  // A percent sign may be no part of an encoded character, so that a target cannot decode the filter twice (see encoded).
  const plain = values.map(String).filter((value) => escapedIn(value).length === 0 && !value.includes('%'));
  const [longest = ''] = plain.toSorted((one, other) => other.length - one.length);
  return longest === '' ? [] : [equalTo(field, `${longest}x`)];
}

/** A value of a field with its first letter percent-encoded: a target that decodes a URL twice finds the record. */
function encoded({ field, values }: FieldValues): Filter[] {
  const value = values.map(String).find((own) => /^[A-Za-z][^%]*$/.test(own) && escapedIn(own).length === 0);
  return value === undefined ? [] : [equalTo(field, `%${value.charCodeAt(0).toString(16)}${value.slice(1)}`)];
}

function equalTo(field: string, value: string): Filter {
  return { kind: 'comparison', field, operator: '-eq', literal: { type: 'string', value } };
}

export const collation: AskRule = {
  id: 'filter.collation',
  clause: 'filter.collation',
  from: 'standard',
  needs: ['several'],
  appliesTo: takes('filter'),
  async ask(context) {
    const vocabulary = await vocabularyOf(context);
    const { asked, evidence, settled } = await expressions(context, vocabulary);
    const refused = asked.filter(({ answer }) => answer.status === 400);
    const readings = filterReadings(vocabulary.table, settled);
    const [first] = evidence;
    if (first !== undefined && readings.length > 0) {
      context.observe(first.answer, describeReadings(readings), { readings: readingsByAspect(readings) });
    }
    if (first !== undefined) context.observe(first.answer, operatorsAccepted(asked));
    const [one] = refused;
    if (one === undefined) return;
    const example = shown(printFilter(one.filter));
    context.observe(
      one.answer,
      `${refused.length} of ${plural(asked.length, 'expression')} ${refused.length === 1 ? 'is' : 'are'} rejected with 400, such as ${example}`,
      // How many, and which, depends on the random choices.
      { readings: { 'generated expressions': ['some are rejected with 400'] } },
    );
  },
};

/** Which operators and joins are accepted in at least one expression, and which are not. */
function operatorsAccepted(asked: readonly AskedFilter[]): string {
  const taken = new Set(asked.filter(({ answered }) => answered !== null).flatMap(({ filter }) => namesIn(filter)));
  const refused = new Set(asked.flatMap(({ filter }) => namesIn(filter)).filter((name) => !taken.has(name)));
  const words = (names: ReadonlySet<string>) => [...names].sort().join(' ');
  return `operators accepted: ${words(taken)}${refused.size === 0 ? '' : `; rejected: ${words(refused)}`}`;
}

/** The rules of the extended filter grammar, for targets that support it. */
export const filterQueries = [grammar, everyValue, collation, escapes];
