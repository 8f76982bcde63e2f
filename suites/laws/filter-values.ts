import { looselyEqual } from '../../engine/oracle/collation.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { type JsonRecord, pageOf, type Walk } from '../../engine/session/page.js';
import { equals } from '../../generators/filter-text.js';
import { takes } from './applies.js';
import { idFieldsOf, textFieldsOf } from './fields.js';
import type { Filterable } from './filter/candidates.js';
import { nearMissesOf } from './filter/near-miss-values.js';
import { noSuchValue } from './filter/no-such-value.js';
import { alikeIn, inOtherFields, partsIn, similarOf } from './filter/other-fields.js';
import { isPlainValue } from './filter/plain-value.js';
import { QUOTED } from './filter/quoted-values.js';
import { suspectsIn } from './filter/suspects.js';
import { inGroups, notRightTogether, type TextEquality } from './filter/together.js';
import { inOneFilter, mustFindFilterable, mustFindTexts } from './filterable.js';

/** The maximum number of fields whose values are shortened and extended. */
const JUDGED = 3;
/** The maximum number of parts of values that are sent alone, if they are not right together. */
const PARTS = 6;
/** Values that differ from the value of a record, but that a careless comparison considers equal. */
function nearMisses({ rare, common }: Filterable): string[] {
  const misses = nearMissesOf(rare);
  return misses.length > 0 ? misses : nearMissesOf(common);
}

export const partOfValue: AskRule = {
  id: 'filter.near-misses',
  clause: 'filter.sound',
  needs: ['records'],
  appliesTo: takes('filter'),
  async ask(context) {
    const { left } = await inOneFilter(context);
    const misses = left.get('near-misses');
    if (misses !== undefined) {
      if (!context.allowance.sparing) await askAlone(context);
      await askEach(context, misses);
      if (!context.allowance.sparing) await askParts(context);
      return;
    }
    const { taken, whole } = await mustFindFilterable(context);
    const tried = await Promise.all(
      taken.slice(0, context.upTo(JUDGED, 1)).map((one) => askNearMisses(context, one, taken, whole)),
    );
    if (!context.allowance.sparing) await askOtherFields(context, taken, whole);
    if (!tried.includes(true)) context.lacksData('no filter with a value similar to that of a record is accepted');
  },
};

/** A target may compare a filter that is alone otherwise than one in a join, so one similar value is sent alone. */
async function askAlone(context: AskContext): Promise<void> {
  const { first, whole } = await mustFindFilterable(context);
  const [value] = nearMisses(first);
  if (value !== undefined) await askNearMiss(context, first.field, value, whole);
}

/** Sends similar values of other fields one by one, where one filter with all of them is rejected or wrong. */
async function askOtherFields(context: AskContext, taken: readonly Filterable[], whole: Walk): Promise<void> {
  const texts = taken.map(({ field }) => field);
  const similar = similarOf(texts, whole.items);
  const others = similar === null ? [] : inOtherFields(similar, texts, whole.items);
  await Promise.all(others.map(({ field, value }) => askNearMiss(context, field, value, whole)));
}

/**
 * Sends parts of values of all other fields in one filter, and alone those that would explain a wrong result of it. A target may
 * reject a part of an identifier, or of a name that it does not know.
 */
async function askParts(context: AskContext): Promise<void> {
  const { taken, refused, whole } = await mustFindFilterable(context);
  const tried = taken.map(({ field }) => field);
  const witness = similarOf(tried, whole.items);
  if (witness === null) return;
  const rejected = new Set(refused.map(({ field }) => field));
  const texts = textFieldsOf(context.operation).filter((field) => !rejected.has(field));
  const ids = idFieldsOf(context.operation);
  const others = whole.items.filter((item) => item[witness.field] !== witness.value);
  const parts = [
    ...partsIn(
      [...texts, ...ids].filter((field) => field !== witness.field),
      others,
    ),
    ...alikeIn({ texts, ids }, whole.items),
  ];
  for (const group of inGroups(witness, parts)) {
    const named = group.filter(({ field }) => texts.includes(field));
    const suspects =
      (await suspectsIn(context, group, whole)) ?? (await suspectsIn(context, named, whole)) ?? named.slice(1);
    await Promise.all(suspects.slice(0, PARTS).map(({ field, value }) => askNearMiss(context, field, value, whole)));
  }
}

/** Sends the filters that a filter with all of them does not show to be right. */
async function askEach(context: AskContext, misses: readonly TextEquality[]): Promise<void> {
  const whole = await context.collection();
  for (const { field, value } of misses) {
    // Without a response, because the requests are used up, the check is inconclusive.
    await context.ask({ filter: equals(field, value), page_size: whole.pageSize });
    await askNearMiss(context, field, value, whole);
  }
}

/** Whether the target accepts a filter with a similar value; reports what is returned for any of them. */
async function askNearMisses(
  context: AskContext,
  one: Filterable,
  fields: readonly Filterable[],
  whole: Walk,
): Promise<boolean> {
  const { field } = one;
  const misses = nearMisses(one).map((value) => ({ field, value }));
  const witness = witnessOf(one, fields, whole);
  // A target may compare a filter that is alone otherwise than one in a join, so one of them is sent in any case.
  const alone = fields[0] === one ? misses.slice(0, context.upTo(1, 0)) : [];
  const others = misses.slice(alone.length);
  const joined = witness === undefined ? others : [witness, ...others];
  const left = (await notRightTogether(context, joined, whole)).filter((other) => other !== witness);
  const asked = await Promise.all([...alone, ...left].map(({ value }) => askNearMiss(context, field, value, whole)));
  return asked.includes(true) || left.length < others.length;
}

/** A value of a record that has none of the values of a field that are tried, and that no record with these has. */
function witnessOf(one: Filterable, fields: readonly Filterable[], { items }: Walk): TextEquality | undefined {
  const isTried = (item: JsonRecord) => [one.rare, one.common].includes(String(item[one.field]));
  const tried = items.filter(isTried);
  const others = items.filter((item) => !isTried(item));
  return fields
    .flatMap(({ field }) => others.map((item) => ({ field, value: item[field] })))
    .find((other): other is TextEquality => {
      return isPlainValue(other.value) && !tried.some((item) => item[other.field] === other.value);
    });
}

/** Whether the target accepts a filter; reports the returned records that do not have the value. */
async function askNearMiss(context: AskContext, field: string, value: string, { pageSize }: Walk): Promise<boolean> {
  const filter = equals(field, value);
  const answer = await context.attempt(() => context.ask({ filter, page_size: pageSize }));
  if (answer?.status !== 200) return false;
  const { items } = pageOf(answer);
  // White space at the end of a text counts in some collations and not in others.
  const index = items.findIndex(
    ({ [field]: own }) => typeof own === 'string' && !looselyEqual(own.trim(), value.trim()),
  );
  if (index < 0) return true;
  const actual = JSON.stringify(items[index]?.[field]);
  const message = `${filter} returned a record whose ${field} is ${actual}`;
  context.report(answer, { at: `/items/${index}/${field}`, expected: JSON.stringify(value), actual, message });
  return true;
}

export const otherQuote: AskRule = {
  id: 'filter.other-quote',
  clause: 'filter.other-quote',
  needs: ['records'],
  appliesTo: takes('filter'),
  async ask(context) {
    const { left } = await inOneFilter(context);
    if (left.get('other-quotes')?.length === 0) return;
    const { first, whole } = await mustFindTexts(context);
    let decided = false;
    for (const [value, quote] of QUOTED) {
      const plain = await context.ask({ filter: equals(first.field, noSuchValue(context, first.field), quote) });
      // filter.quotes checks whether such quotes are accepted at all.
      if (plain.status !== 200 || pageOf(plain).items.length >= whole.items.length) continue;
      decided = true;
      const held = whole.items
        .map((item) => item[first.field])
        .find((own) => typeof own === 'string' && own.includes(value.replace(/\w/g, '')) && !/[\\%\p{Cs}]/u.test(own));
      const own = typeof held === 'string' && !held.includes(quote) ? held : value;
      const filter = equals(first.field, own, quote);
      const answer = await context.ask({ filter, page_size: whole.pageSize });
      if (answer.status === 200) continue;
      const message = `${filter} returned ${answer.summary}, but the same filter without a quote in the value returned 200`;
      const expected = '200 for a value with a quote of the other kind';
      context.report(answer, { at: 'status', expected, actual: answer.summary, message });
    }
    if (!decided)
      context.inconclusive(
        'no filter with a quoted value is accepted, or each returns as many records as the whole list',
      );
  },
};

/** The rules of values that a filter must distinguish. */
export const filterValues = [partOfValue, otherQuote];
