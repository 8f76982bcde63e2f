import type { Answer } from '../../engine/client/answer.js';
import type { AskRule, Need } from '../../engine/run/rule.js';
import { type AskContext, DEFAULT_SIZE } from '../../engine/session/ask-context.js';
import type { Walk } from '../../engine/session/page.js';
import { sideways, UNKNOWN_FIELD_SORT } from '../../generators/malformed-sorts.js';
import { takes } from './applies.js';
import { descendingList } from './descending-list.js';
import { fieldsOf, textFieldsOf } from './fields.js';
import { firstSort } from './first-direction.js';
import { hasUsualOrder, ignoredSorts } from './ignored-sorts.js';
import { placeOf } from './place-of.js';
import { notReversed, reportKept } from './reversed.js';
import { permutation } from './sort-permutation.js';
import {
  assertSorts,
  type FoundSorts,
  findSortable,
  mayNameCodes,
  mustFindSortable,
  type Sortable,
} from './sortable.js';
import { areInOneOrder, comparable, isOrdered, isSortedBy } from './sorted-order.js';
import { cutSorts, sortsShown } from './sorts-together.js';
import { pagesOf } from './stride.js';
import { bothKeys, keysWithoutTies, runsOf, type TwoKeys, twoKeysOf } from './two-keys.js';

/** One of so many lists without ties is sorted by two keys. */
const TURNS = 3;

const common = { needs: ['several'] as readonly Need[], appliesTo: takes('sort') };

/** The first place where adjacent records are out of order by their plain values, for the message. */
function firstDisorder(sortable: Sortable, { pages }: Walk, direction: 1 | -1) {
  let before: string | number | undefined;
  let shown: unknown;
  for (const { answer, items } of pages) {
    for (const [index, item] of items.entries()) {
      const [value] = comparable(sortable, [item]);
      if (value === undefined) continue;
      const [one, other] = [before, value].map((text) => (typeof text === 'string' ? text.toLowerCase() : text));
      if (one !== undefined && other !== undefined && (direction === 1 ? one > other : one < other)) {
        return { answer, index, before: shown, value: item[sortable.field] };
      }
      [before, shown] = [value, item[sortable.field]];
    }
  }
  return null;
}

/** A rule on the ascending order of fields of some kinds. */
function ascending(id: 'sort.ordered' | 'sort.natural', kinds: readonly Sortable['kind'][]): AskRule {
  return {
    ...common,
    id,
    clause: id,
    async ask(context) {
      const { plain, taken } = await mustFindSortable(context);
      const own = taken.filter(({ kind }) => kinds.includes(kind));
      if (own.length === 0) return context.inconclusive(`the list cannot be sorted by a ${kinds.join(' or ')} field`);
      // A field that leaves the list unchanged may not be sortable; if others are, sort.unknown-field reports it.
      const someSorts = taken.some(isSortedBy);
      const isCode = ({ field, kind, ascending: { items } }: Sortable) => kind === 'text' && mayNameCodes(items, field);
      const wrong = own.filter((one) => !isOrdered(one, one.ascending.items, 1) && !(one.asUnsorted && someSorts));
      for (const one of wrong.filter((sortable) => !isCode(sortable))) {
        await context.assertStable(await context.collection(), [one.field]);
        reportDisorder(context, one, one.ascending, plain, 1);
      }
      if (wrong.length === own.length && context.evidence.length === 0)
        context.inconclusive('the list cannot be sorted by a text with so many values that they name no codes');
      assertSorts(context, own);
    },
  };
}

function reportDisorder(
  context: AskContext,
  one: Sortable,
  list: Walk,
  plain: Walk,
  direction: 1 | -1,
  what = `sort=${one.field}:${direction === 1 ? 'asc' : 'desc'}`,
): void {
  const place = firstDisorder(one, list, direction);
  const answer = place?.answer ?? list.pages[0]?.answer ?? plain.pages[0]?.answer;
  if (answer === undefined) return;
  const message = `${what} does not order the list by ${one.field} under any usual collation`;
  const expected =
    place === null
      ? `the list in order of ${one.field}`
      : `nothing ${direction === 1 ? 'before' : 'after'} ${JSON.stringify(place.before)}`;
  context.report(answer, {
    at: `/items/${place?.index ?? 0}/${one.field}`,
    expected,
    actual: JSON.stringify(place?.value),
    message,
  });
}

export const ordered = ascending('sort.ordered', ['text']);
export const natural = ascending('sort.natural', ['number', 'date']);

/** The fewest fields by which a sort has to be rejected. */
const FEWEST = 2;

export const offered: AskRule = {
  ...common,
  id: 'sort.offered',
  clause: 'sort.offered',
  async ask(context) {
    const { taken, refused } = await findSortable(context);
    if (taken.length > 0) return assertSorts(context, taken);
    // With few requests, the fields that were tried stand for all.
    const isEnough = context.allowance.sparing && refused.length >= FEWEST;
    const all = isEnough ? refused : await rejectedByAll(context);
    if (all[0] !== undefined) return reportRejected(context, all[0].answer, all);
    if (refused.length === 0) return context.inconclusive('no field has three different values');
    const names = refused.map(({ field }) => field).join(', ');
    context.inconclusive(
      `the list cannot be sorted by ${names}, and other fields have too few values or are not tried`,
    );
  },
};

type Rejected = FoundSorts['refused'];

function reportRejected(context: AskContext, answer: Answer, rejected: Rejected): void {
  const message = `a sort is rejected by every field tried: ${rejected.map(({ field }) => field).join(', ')}`;
  context.report(answer, { at: 'status', expected: '200 for one of them', actual: answer.summary, message });
}

/** The rejected sorts by all fields of one value, which sort.every-field sends; none if one of them is not rejected. */
async function rejectedByAll(context: AskContext): Promise<Rejected> {
  const fields = Object.entries(fieldsOf(context.operation)).filter(
    ([, kind]) => kind === 'uuid' || hasUsualOrder(kind),
  );
  if (context.allowance.sparing || (await sortsShown(context)).size > 0) return [];
  const sorts = await Promise.all(
    fields.map(async ([field]) => {
      const sort = await firstSort(context, field);
      return { field, answer: await context.attempt(() => context.ask({ sort, page_size: DEFAULT_SIZE })) };
    }),
  );
  const rejected = sorts.flatMap(({ field, answer }) => (answer?.status === 400 ? [{ field, answer }] : []));
  return rejected.length > 1 && rejected.length === sorts.length ? rejected : [];
}

export const descending: AskRule = {
  ...common,
  id: 'sort.descending',
  clause: 'sort.descending',
  async ask(context) {
    const found = await mustFindSortable(context);
    const descending = await descendingList(context, found);
    if (descending === null) return context.inconclusive('no field is sorted in ascending order (see sort.ordered)');
    const { one, list } = descending;
    if (list === null) return context.notApplicable('a descending sort is rejected with 400');
    const kept = one.kind === 'text' ? notReversed(one.field, one.ascending.items, list.items) : null;
    if (areInOneOrder(one, list.items) && kept === null) return;
    await context.assertStable(await context.collection(), [one.field]);
    if (!isOrdered(one, list.items, -1)) return reportDisorder(context, one, list, found.plain, -1);
    const [page] = list.pages;
    if (page === undefined) return;
    if (kept !== null) {
      const [sort, opposite] = [`sort=${one.field}:desc`, `sort=${one.field}:asc`];
      return reportKept(context, page.answer, { at: '/items', sort, opposite, kept });
    }
    const message = `sort=${one.field}:desc orders texts by another collation than sort=${one.field}:asc, which orders capital letters or signs in another way`;
    const expected = 'the order of the ascending sort, reversed';
    context.report(page.answer, { at: '/items', expected, actual: 'another order', message });
  },
};

export const severalKeys: AskRule = {
  ...common,
  id: 'sort.several-keys',
  clause: 'sort.several-keys',
  async ask(context) {
    const found = await mustFindSortable(context);
    const [cut] = await cutSorts(context);
    if (cut !== undefined) {
      const { sort, keys, heeded, answer } = cut;
      await context.assertStable(await context.collection(), keys);
      const message = `sort=${sort} orders the list by its first ${heeded} keys, but not by ${keys[heeded]}`;
      return context.report(answer, {
        at: '/items',
        expected: 'the order of all keys',
        actual: 'another order',
        message,
      });
    }
    const keys = twoKeysOf(context.operation, found);
    if (keys === null) {
      // Without ties the first key alone decides the order. Few targets read keys differently for each list, so they take turns.
      const others = placeOf(context) % TURNS === 0 ? keysWithoutTies(found) : null;
      if (others !== null) await checkSecondKey(context, found, others, 'asc');
      if (context.evidence.length > 0) return;
      return context.inconclusive('there are no two fields to sort by, one of them with ties');
    }
    await checkSecondKey(context, found, keys, 'asc');
    if (context.evidence.length === 0) await checkSecondKey(context, found, keys, 'desc');
  },
};

/** Reports a list that is not in order of the first key, or the first group of ties that the second key does not order. */
async function checkSecondKey(
  context: AskContext,
  found: FoundSorts,
  keys: TwoKeys,
  direction: 'asc' | 'desc',
): Promise<void> {
  const { first, second } = keys;
  const { sort, pageSize } = bothKeys(keys, found, direction);
  const { status } = await context.ask({ sort, page_size: pageSize });
  if (status === 400 && direction === 'desc') return;
  if (status === 400) context.notApplicable('a sort with several keys is rejected with 400');
  const list = await context.walk(pageSize, { sort }, {}, pagesOf(found.plain));
  if (!isOrdered(first, list.items, 1)) {
    await context.assertStable(await context.collection(), [first.field]);
    const what = `sort=${sort}, unlike sort=${first.field}:asc,`;
    return reportDisorder(context, first, list, found.plain, 1, what);
  }
  const groups = runsOf(list.items, first.field);
  const wrong = groups.find((group) => !isOrdered(second, group, direction === 'asc' ? 1 : -1));
  const [page] = list.pages;
  if (wrong === undefined || page === undefined) return;
  await context.assertStable(await context.collection(), [first.field, second.field]);
  const value = JSON.stringify(wrong[0]?.[first.field]);
  const message = `sort=${sort} does not order the records whose ${first.field} is ${value} by ${second.field}`;
  const actual = comparable(second, wrong).slice(0, 5).join(', ');
  context.report(page.answer, {
    at: `/items/0/${second.field}`,
    expected: `${second.field} in ${direction === 'asc' ? 'ascending' : 'descending'} order`,
    actual,
    message,
  });
}

async function reportAccepted(context: AskContext, sorts: readonly string[]): Promise<void> {
  for (const sort of sorts) {
    const answer = await context.ask({ sort });
    if (answer.status === 400) continue;
    const message = `sort=${sort} returned ${answer.summary}`;
    context.report(answer, { at: 'status', expected: '400', actual: answer.summary, message });
  }
}

/** Mistakes that the lists of a run share. */
const SHARED: readonly ((field: string) => string)[] = [() => ':asc', (field) => `${field}:asc:desc`];

export const malformed: AskRule = {
  ...common,
  needs: ['answer'],
  id: 'sort.malformed',
  clause: 'sort.malformed',
  async ask(context) {
    const [field = 'id'] = textFieldsOf(context.operation);
    const own = SHARED.slice(context.sharedSeed % SHARED.length).slice(0, 1);
    const shared = context.allowance.budget === 'thorough' ? SHARED : own;
    const sorts = [sideways, ...shared.slice(0, context.upTo(shared.length, 0))];
    await reportAccepted(
      context,
      sorts.map((sort) => sort(field)),
    );
  },
};

export const unknownField: AskRule = {
  ...common,
  needs: ['answer'],
  id: 'sort.unknown-field',
  clause: 'sort.unknown-field',
  async ask(context) {
    await reportAccepted(context, [UNKNOWN_FIELD_SORT]);
    for (const { field, answer } of await ignoredSorts(context)) {
      const message = `sort=${field}:asc is accepted but leaves the list in its default order`;
      const expected = `the list in order of ${field}, or 400`;
      context.report(answer, { at: `/items/0/${field}`, expected, actual: 'the unsorted list', message });
    }
  },
};

export const fields: AskRule = {
  ...common,
  id: 'sort.fields',
  clause: 'sort.fields',
  async ask(context) {
    const { plain, taken, refused: not } = await findSortable(context);
    const words = [`accepted: ${taken.map(({ field }) => field).join(', ') || 'none'}`];
    if (not.length > 0) words.push(`rejected: ${not.map(({ field }) => field).join(', ')}`);
    const ignored = taken.filter(({ asUnsorted }) => asUnsorted).map(({ field }) => field);
    if (ignored.length > 0) words.push(`accepted without effect: ${ignored.join(', ')}`);
    const answer = not[0]?.answer ?? plain.pages[0]?.answer;
    if (answer !== undefined) context.observe(answer, `sorts ${words.join('; ')}`);
  },
};

/** The rules of sorts by one or two keys. */
export const sort = [offered, ordered, permutation, natural, descending, severalKeys, malformed, unknownField, fields];
