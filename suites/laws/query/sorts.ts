import type { SortKey } from '../../../contract/query-language.js';
import type { Answer } from '../../../engine/client/answer.js';
import { describeReadings, readingsByAspect, sortReadings } from '../../../engine/oracle/describe-readings.js';
import { type Disorder, SortJudge } from '../../../engine/oracle/sort-judge.js';
import type { AskRule } from '../../../engine/run/rule.js';
import { type AskContext, DEFAULT_SIZE } from '../../../engine/session/ask-context.js';
import { identity } from '../../../engine/session/page.js';
import { OperationSlot } from '../../../engine/session/slot.js';
import { equals } from '../../../generators/filter-text.js';
import { sampleOf } from '../../../generators/sample-of.js';
import { printSort } from '../../../generators/sort/print-sort.js';
import { sortOver } from '../../../generators/sort/sort-arbitrary.js';
import { plural } from '../../../numbers/plural.js';
import { takes } from '../applies.js';
import { isUnshown } from '../fields.js';
import { findFilterable } from '../filterable.js';
import { strideOf } from '../stride.js';
import { expressions as filterExpressions } from './grammar.js';
import { hidden, hidesValues } from './hidden-values.js';
import { namesIn } from './names-in.js';
import { sortByAll } from './sort-by-all.js';
import { type Vocabulary, vocabularyOf } from './vocabulary.js';

/** The share of the sorts that are read in several pages; the others are read on one page. */
const PAGED = 1 / 2;
const JOINS = ['-and', '-or', '-not'];
/** The fewest records of a filtered list that is sorted. */
const FEWEST = 3;

interface AskedSort {
  readonly keys: readonly SortKey[];
  readonly text: string;
  readonly answer: Answer;
  /** The identities in the returned order; `null` if the sort was rejected or failed. */
  readonly ids: readonly string[] | null;
  /** The identities that must be returned. */
  readonly among: readonly string[];
}

async function askSort(
  context: AskContext,
  keys: readonly SortKey[],
  pageSize: number,
  among: readonly string[],
  filter?: string,
): Promise<AskedSort> {
  const sort = printSort(keys);
  const query = { sort, ...(filter !== undefined && { filter }) };
  const answer = await context.ask({ ...query, page_size: pageSize });
  const text = filter === undefined ? `sort=${sort}` : `${filter} with sort=${sort}`;
  if (answer.status !== 200) return { keys, text, answer, ids: null, among };
  const list = await context.walk(pageSize, query);
  return { keys, text, answer, ids: list.partial ? null : list.items.map(identity), among };
}

/** Sorts of the whole list, on one page and in several, of a filtered list in several pages, and of another on one page. */
async function sorts(context: AskContext, vocabulary: Vocabulary): Promise<AskedSort[]> {
  const { whole, fields, scope } = vocabulary;
  const names = fields.map(({ field }) => field);
  const all = whole.items.map(identity);
  if (context.allowance.sparing && scope === null) {
    const one = await askSort(context, sortByAll(context.operation), DEFAULT_SIZE, all);
    // A target may accept fewer keys.
    if (one.answer.status === 200) return [one];
  }
  const keys = sampleOf(sortOver(names), context.sharedSeed, context.upTo(context.allowance.sorts, 1));
  const unpaged = Math.ceil(keys.length * (1 - PAGED));
  const within = scope ?? undefined;
  const plain = keys.slice(0, unpaged).map((one) => askSort(context, one, whole.pageSize, all, within));
  const stride = strideOf(whole.items.length);
  const paged = keys.slice(unpaged).map((one) => askSort(context, one, stride, all, within));
  // Within a slice, every sorted list is also filtered.
  const [first] = keys;
  const filtered =
    first !== undefined && scope === null && !context.allowance.sparing ? askFiltered(context, first, vocabulary) : [];
  return (await Promise.all([...plain, ...paged, filtered])).flat();
}

/**
 * Sorts of filtered lists, one in pages and one, with other operators, on one page; they must return the same records as
 * the filters alone.
 */
async function askFiltered(
  context: AskContext,
  keys: readonly SortKey[],
  vocabulary: Vocabulary,
): Promise<AskedSort[]> {
  const [joined, other] = await joinedFilters(context, vocabulary);
  const inPages = joined ?? (await commonFilter(context));
  if (inPages === null) return [];
  // Two pages, since other rules read filtered lists and sorted lists in three.
  const stride = strideOf(inPages.ids.length, 2);
  return Promise.all([
    askSort(context, keys, stride, inPages.ids, inPages.filter),
    ...(other === undefined ? [] : [askSort(context, keys, vocabulary.whole.pageSize, other.ids, other.filter)]),
  ]);
}

/** A filter that was sent anyway, and the records that it returned. */
interface Filtered {
  readonly filter: string;
  readonly ids: readonly string[];
}

/**
 * The filter with most joins and operators that returned several records and not all, if there is one, and the one with
 * most of the operators that it lacks.
 */
async function joinedFilters(context: AskContext, vocabulary: Vocabulary): Promise<Filtered[]> {
  const sent = await context.attempt(() => filterExpressions(context, vocabulary));
  const all = vocabulary.whole.items.length;
  const suited = (sent?.evidence ?? []).flatMap(({ filter, text, answered }) => {
    const ids = answered?.whole ? answered.ids : [];
    return ids.length >= FEWEST && ids.length < all ? [{ filter: text, ids, names: new Set(namesIn(filter)) }] : [];
  });
  const joins = (names: ReadonlySet<string>) => JOINS.filter((join) => names.has(join)).length;
  const [most] = suited.toSorted(
    (one, other) => joins(other.names) - joins(one.names) || other.names.size - one.names.size,
  );
  if (most === undefined) return [];
  const lacked = ({ names }: { readonly names: ReadonlySet<string> }) =>
    [...names].filter((name) => !most.names.has(name)).length;
  const [other] = suited.filter((one) => lacked(one) > 0).toSorted((one, two) => lacked(two) - lacked(one));
  return other === undefined ? [most] : [most, other];
}

/** The filter by the most common value of a field; `null` if there is none. */
async function commonFilter(context: AskContext): Promise<Filtered | null> {
  const { whole, taken } = await findFilterable(context);
  const matches = (field: string, value: string) => whole.items.filter((item) => item[field] === value).length;
  const [chosen] = taken.toSorted((one, other) => matches(other.field, other.common) - matches(one.field, one.common));
  if (chosen === undefined) return null;
  const filter = equals(chosen.field, chosen.common);
  return { filter, ids: (await context.walk(whole.pageSize, { filter })).items.map(identity) };
}

function judged(asked: readonly AskedSort[], { table }: Vocabulary) {
  const judge = new SortJudge(table);
  const evidence = asked.filter(({ ids }) => ids !== null);
  for (const { keys, ids, among } of evidence) if (ids !== null) judge.add({ keys, ids, among });
  return { evidence, ...judge.verdict() };
}

/** The sorts that were sent to a list, and the verdict on their responses. */
type Judged = ReturnType<typeof judged> & { readonly asked: readonly AskedSort[] };

const SORTS = new OperationSlot<Judged>();

/** The sorts that a run sends to a list, sent and judged once for all rules. */
function expressions(context: AskContext, vocabulary: Vocabulary): Promise<Judged> {
  return SORTS.of(context, async () => {
    const asked = await sorts(context, vocabulary);
    return { asked, ...judged(asked, vocabulary) };
  });
}

export const sortGrammar: AskRule = {
  id: 'sort.grammar',
  clause: 'sort.grammar',
  from: 'standard',
  needs: ['several'],
  appliesTo: takes('sort'),
  async ask(context) {
    const vocabulary = await vocabularyOf(context);
    const { asked, evidence, wrong } = await expressions(context, vocabulary);
    for (const { text, answer } of asked.filter(({ answer: { status } }) => status >= 500)) {
      const message = `${text} returned ${answer.summary}`;
      context.report(answer, {
        at: 'status',
        expected: '200, or a rejection with 400',
        actual: answer.summary,
        message,
      });
    }
    if (evidence.length === 0) context.notApplicable('the target accepts no sort of the conventions');
    if (wrong.length === 0) return;
    const { whole, fields } = vocabulary;
    await context.assertStable(
      whole,
      fields.map(({ field }) => field),
    );
    // The sort with the fewest keys is the clearest, so it comes first.
    const ordered = wrong.toSorted((one, other) => keysOf(evidence, one.index) - keysOf(evidence, other.index));
    let unshown: string | null = null;
    for (const { index, disorder, missing, extra, repeated } of ordered) {
      const one = evidence[index];
      if (one === undefined) continue;
      const count = plural(one.ids?.length ?? 0, 'record');
      if (disorder === null) {
        const lost = [...missing, ...extra, ...repeated][0];
        const message = `${one.text} omitted ${plural(missing.length, 'record')}, added ${extra.length} and repeated ${repeated.length}, such as ${lost}`;
        context.report(one.answer, { at: '/items', expected: 'each record of the list once', actual: count, message });
        continue;
      }
      const { key, before, after, at } = disorder;
      const field = await hiddenKeyOf(context, vocabulary, one.keys, disorder);
      unshown ??= field;
      if (field !== null) continue;
      const message = `${one.text} returned ${after} right after ${before}, which is out of order by ${key.field}:${key.direction} (item ${at + 1})`;
      context.report(one.answer, {
        at: '/items',
        expected: `the list in order of ${printSort(one.keys)}`,
        actual: after,
        message,
      });
    }
    if (unshown !== null && context.evidence.length === 0) context.inconclusive(hidden(unshown));
  },
};

/**
 * The key of two records in the wrong order, or one before it that decides their order too, of which one shows no value although
 * the target has one; `null` if there is none.
 */
async function hiddenKeyOf(
  context: AskContext,
  vocabulary: Vocabulary,
  keys: readonly SortKey[],
  { key, before, after }: Disorder,
): Promise<string | null> {
  const both = vocabulary.whole.items.filter((item) => [before, after].includes(identity(item)));
  const at = keys.findIndex(({ field }) => field === key.field);
  for (const { field } of keys.slice(0, at + 1)) {
    const isOfUnshown = both.some((item) => isUnshown(item, field));
    if (isOfUnshown && (await hidesValues(context, vocabulary, field))) return field;
  }
  return null;
}

function keysOf(evidence: readonly AskedSort[], index: number): number {
  return evidence[index]?.keys.length ?? 0;
}

export const sortCollation: AskRule = {
  id: 'sort.collation',
  clause: 'sort.collation',
  from: 'standard',
  needs: ['several'],
  appliesTo: takes('sort'),
  async ask(context) {
    const vocabulary = await vocabularyOf(context);
    const { evidence, settled } = await expressions(context, vocabulary);
    const readings = sortReadings(vocabulary.table, settled);
    const [first] = evidence;
    if (first === undefined || readings.length === 0) return;
    context.observe(first.answer, describeReadings(readings), { readings: readingsByAspect(readings) });
  },
};
