import type { Comparison, Filter } from '../../../contract/query-language.js';
import { describeReadings, filterReadings, readingsByAspect } from '../../../engine/oracle/describe-readings.js';
import type { AskRule } from '../../../engine/run/rule.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import type { JsonRecord } from '../../../engine/session/page.js';
import { OperationSlot } from '../../../engine/session/slot.js';
import { printFilter } from '../../../generators/filter/print-filter.js';
import type { Escaped } from '../../../generators/filter-text.js';
import { plural } from '../../../numbers/plural.js';
import { takes } from '../applies.js';
import { shown } from '../shown.js';
import { type AskedFilter, askFilter, namesTaken } from './ask-filter.js';
import { escapes, escapesRead, isPlain } from './escapes.js';
import { everyValue } from './every-value.js';
import { closeComparisons, expressionsOver } from './expressions.js';
import { byOperator, packedInFew, withEachOperator } from './few-packs.js';
import { type Judged, judged, reportReduced } from './judged.js';
import { namesIn, operandsOf } from './names-in.js';
import { membersOver, packed } from './packed.js';
import { findSlice } from './slice.js';
import { type Vocabulary, vocabularyOf } from './vocabulary.js';

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
    const isThorough = budget === 'thorough';
    const items = vocabulary.whole.items;
    const packs = sparing
      ? packedInFew(plain, vocabulary.fields, items, closeComparisons(vocabulary))
      : isThorough
        ? []
        : [...inFewestPacks(plain, close, items), ...packed(byOperator(further), items, PACKED_FIELDS)];
    const alone = sparing ? withEachOperator(byOperator(plain)) : [...plain, ...(isThorough ? further : [])];
    const [probe] = packs.filter(({ kind }) => kind !== 'comparison');
    const isTaken = probe !== undefined && (await askFilter(context, probe, vocabulary)).answer.status === 200;
    const filters = [
      ...(isTaken ? packs : alone),
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
  const taken = namesTaken(asked);
  const refused = new Set(asked.flatMap(({ filter }) => namesIn(filter)).filter((name) => !taken.has(name)));
  const words = (names: ReadonlySet<string>) => [...names].sort().join(' ');
  return `operators accepted: ${words(taken)}${refused.size === 0 ? '' : `; rejected: ${words(refused)}`}`;
}

/** The rules of the extended filter grammar, for targets that support it. */
export const filterQueries = [grammar, everyValue, collation, escapes];
