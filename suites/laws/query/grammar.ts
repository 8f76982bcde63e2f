import type { Filter } from '../../../contract/query-language.js';
import { describeReadings, filterReadings, readingsByAspect } from '../../../engine/oracle/describe-readings.js';
import { type Difference, FilterJudge } from '../../../engine/oracle/filter-judge.js';
import type { AskRule } from '../../../engine/run/rule.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import { printFilter } from '../../../generators/filter/print-filter.js';
import { spellings } from '../../../generators/filter/spellings.js';
import { escapedIn } from '../../../generators/filter-text.js';
import { sampleOf } from '../../../generators/sample-of.js';
import type { FieldValues } from '../../../generators/values/field-values.js';
import { takes } from '../applies.js';
import { type AskedFilter, askFilter, shown } from './ask-filter.js';
import { escapes, escapesRead, isPlain } from './escapes.js';
import { expressionsOver } from './expressions.js';
import { shrinkFilter } from './shrink-filter.js';
import { findSlice } from './slice.js';
import { type Vocabulary, vocabularyOf } from './vocabulary.js';

/** Wrong expressions that are shrunk. */
const SHRUNK = 2;
/** Values of one field that are asked for in one request, and fields whose values are all asked for. */
const VALUES_AT_ONCE = 40;
const WHOLE_FIELDS = 2;

/** Asks for filters and tells those apart that fail, with the judge that knows the target's way of reading. */
async function judged(context: AskContext, filters: readonly Filter[], vocabulary: Vocabulary, spelled: boolean) {
  const asked = await Promise.all(
    filters.map(async (filter, index): Promise<AskedFilter> => {
      const [text] = spelled ? sampleOf(spellings(filter), context.sharedSeed + index, 1) : [];
      const own = await askFilter(context, filter, vocabulary, text);
      // A target may be strict about white space or parentheses: what counts then is the plain spelling.
      return own.answer.status === 400 && text !== undefined ? askFilter(context, filter, vocabulary) : own;
    }),
  );
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

/** Reduces what fails to the smallest filter that still does; answers it as it was asked last. */
async function reduce(context: AskContext, one: AskedFilter, { faultOf }: Judged, vocabulary: Vocabulary) {
  let smallest = one;
  const { cut } = await shrinkFilter(
    one.filter,
    async (filter) => {
      const tried = await askFilter(context, filter, vocabulary);
      const fails = faultOf(tried) !== null;
      if (fails) smallest = tried;
      return fails;
    },
    context.allowance.steps,
  );
  return { smallest, cut };
}

function report(context: AskContext, one: AskedFilter, fault: Difference | 'error', cut: boolean): void {
  const filter = shown(one.text);
  const bound = cut ? '; it may not be the smallest: shrinking was cut' : '';
  if (fault === 'error') {
    const message = `${filter} is answered with ${one.answer.summary}${bound}`;
    const [expected, actual] = ['200, or a refusal with 400', one.answer.summary];
    context.report(one.answer, { at: 'status', expected, actual, message });
    return;
  }
  const { missing, extra, repeated } = fault;
  const words = [
    ...(missing.length > 0 ? [`leaves out ${missing.length} records, such as ${missing[0]}`] : []),
    ...(extra.length > 0 ? [`answers ${extra.length} that do not match, such as ${extra[0]}`] : []),
    ...(repeated.length > 0 ? [`repeats ${repeated.length}, such as ${repeated[0]}`] : []),
  ];
  const message = `${filter} ${words.join(' and ')}${bound}`;
  const actual = `${one.answered?.ids.length ?? 0} records`;
  context.report(one.answer, { at: '/items', expected: 'the records that match, each once', actual, message });
}

/** Reports the smallest filters behind what fails; those that `concerns` does not take are the business of another rule. */
async function reportReduced(
  context: AskContext,
  result: Judged,
  vocabulary: Vocabulary,
  concerns: (filter: Filter) => boolean,
): Promise<void> {
  if (result.accused.length === 0) return;
  await context.assertStable(
    vocabulary.whole,
    vocabulary.fields.map(({ field }) => field),
  );
  const told = new Set<string>();
  for (const one of result.accused.slice(0, SHRUNK)) {
    const { smallest, cut } = await reduce(context, one, result, vocabulary);
    const fault = result.faultOf(smallest);
    if (fault === null || told.has(smallest.text) || !concerns(smallest.filter)) continue;
    told.add(smallest.text);
    report(context, smallest, fault, cut);
  }
}

/** The expressions that a run asks of a list, asked once for all the rules that look at them. */
function expressions(context: AskContext, vocabulary: Vocabulary): Promise<Judged> {
  const filters = expressionsOver(vocabulary.fields, context.sharedSeed, context.allowance.filters);
  return context.world.recall(`expressions ${context.operation.id}`, async () => {
    const known = await escapesRead(context);
    return judged(
      context,
      filters.filter((filter) => isPlain(filter, known)),
      vocabulary,
      true,
    );
  });
}

/** Of a list that is too large to be read whole, reports a filter that ought to select a slice and does not. */
async function reportSlice(context: AskContext): Promise<boolean> {
  const read = await context.collection();
  if (!read.partial) return false;
  const { fault } = await findSlice(context, read);
  if (fault === null) return false;
  await context.assertStable(read);
  context.report(fault.answer, {
    at: '/items',
    expected: 'the records that hold one of the values',
    actual: 'other records',
    message: fault.message,
  });
  return true;
}

export const grammar: AskRule = {
  id: 'filter.grammar',
  clause: 'filter.grammar',
  from: 'standard',
  needs: ['several'],
  appliesTo: takes('filter'),
  async ask(context) {
    if (await reportSlice(context)) return;
    const vocabulary = await vocabularyOf(context);
    const result = await expressions(context, vocabulary);
    if (result.evidence.length === 0 && result.accused.length === 0) {
      context.notApplicable('no expression of the conventions is taken');
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
    const result = await judged(context, [...joined, ...texts.flatMap(overlong)], vocabulary, false);
    const taken = result.asked.slice(0, joined.length).some(({ answered }) => answered !== null);
    if (!taken && result.accused.length === 0) {
      context.notApplicable('no expression with -or is taken, so that values cannot be asked for together');
    }
    // A chain that fails as a chain alone is the business of filter.grammar.
    await reportReduced(context, result, vocabulary, ({ kind }) => kind === 'comparison');
  },
};

/** Filters that together ask for every value of a field, many at once. */
function chains({ field, values }: FieldValues, most: number): Filter[] {
  // How a value is escaped is not shown: what needs it is the business of filter.hard-values.
  const comparisons = values
    .slice(0, most)
    .map((value) => equalTo(field, String(value)))
    .filter((filter) => isPlain(filter));
  const count = Math.ceil(comparisons.length / VALUES_AT_ONCE);
  return Array.from({ length: count }, (_unused, index): Filter => {
    const operands = comparisons.slice(index * VALUES_AT_ONCE, (index + 1) * VALUES_AT_ONCE);
    const [first] = operands;
    return operands.length === 1 && first !== undefined ? first : { kind: 'or', operands };
  });
}

/** The longest value of a field with a letter more: a store that compares the beginning alone finds the record. */
function overlong({ field, values }: FieldValues): Filter[] {
  const plain = values.map(String).filter((value) => escapedIn(value).length === 0);
  const [longest = ''] = plain.toSorted((one, other) => other.length - one.length);
  return longest === '' ? [] : [equalTo(field, `${longest}x`)];
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
    if (first !== undefined) context.observe(first.answer, operatorsTaken(asked));
    const [one] = refused;
    if (one === undefined) return;
    const example = shown(printFilter(one.filter));
    context.observe(
      one.answer,
      `${refused.length} of ${asked.length} expressions are refused with 400, such as ${example}`,
      // How many of them, and which, follows from the random choices.
      { readings: { 'generated expressions': ['some are refused with 400'] } },
    );
  },
};

/** Which operators and joins are taken in any expression of which they are the outermost part, and which in none. */
function operatorsTaken(asked: readonly AskedFilter[]): string {
  const nameOf = ({ filter }: AskedFilter) => (filter.kind === 'comparison' ? filter.operator : `-${filter.kind}`);
  const taken = new Set(asked.filter(({ answered }) => answered !== null).map(nameOf));
  const refused = new Set(asked.map(nameOf).filter((name) => !taken.has(name)));
  const words = (names: ReadonlySet<string>) => [...names].sort().join(' ');
  return `operators taken: ${words(taken)}${refused.size === 0 ? '' : `; refused: ${words(refused)}`}`;
}

/** The rules of the extended grammar, where a target takes it. */
export const filterQueries = [grammar, everyValue, collation, escapes];
