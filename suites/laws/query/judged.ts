import type { Filter } from '../../../contract/query-language.js';
import { type Difference, FilterJudge } from '../../../engine/oracle/filter-judge.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import { spellings } from '../../../generators/filter/spellings.js';
import { sampleOf } from '../../../generators/sample-of.js';
import type { FieldValues } from '../../../generators/values/field-values.js';
import { plural } from '../../../numbers/plural.js';
import { shown } from '../shown.js';
import { type AskedFilter, askFilter } from './ask-filter.js';
import { hidden, hiddenFieldIn } from './hidden-values.js';
import { operandsOf } from './names-in.js';
import { shrinkFilter } from './shrink-filter.js';
import type { Vocabulary } from './vocabulary.js';

/** The maximum number of failing expressions to report, and to shrink. */
const [SHRUNK, TRIED] = [2, 4];

/**
 * Sends filters and finds those that fail, with a judge that knows how the target reads filters. The comparisons of a
 * pack that is rejected are sent one by one.
 */
export async function judged(
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

/** The responses to some filters, and which of them are wrong. */
export type Judged = Awaited<ReturnType<typeof judged>>;

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
export async function reportReduced(
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
  let unshown: string | null = null;
  for (const one of result.accused.slice(0, TRIED)) {
    if (reported.size >= SHRUNK) break;
    const { smallest, cut } = await reduce(context, one, result, vocabulary);
    const fault = result.faultOf(smallest);
    if (fault === null || reported.has(smallest.text) || !concerns(smallest.filter)) continue;
    const field = fault === 'error' ? null : await hiddenFieldIn(context, vocabulary, smallest.filter, fault);
    unshown ??= field;
    if (field !== null) continue;
    reported.add(smallest.text);
    report(context, smallest, fault, cut);
  }
  if (unshown !== null && reported.size === 0) context.inconclusive(hidden(unshown));
}
