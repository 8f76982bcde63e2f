import { type Compare, isAscending, usualCollations } from '../../engine/oracle/collation.js';
import type { AskRule, Need } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { identity, type JsonRecord, type Walk } from '../../engine/session/page.js';
import { sameJson } from '../../engine/session/validation.js';
import { takes } from './applies.js';
import { findSortable, mustFindSortable, type Sortable, simpleText } from './sortable.js';
import { pagesOf } from './stride.js';

const common = { needs: ['several'] as readonly Need[], appliesTo: takes('sort') };

/** The values of a field in the order of a list, as far as all usual orders agree on them; nulls may go anywhere. */
function comparable({ kind, field }: Sortable, items: readonly JsonRecord[]): (string | number)[] {
  const values = items.map((item) => item[field]);
  if (kind === 'text') return values.filter(simpleText);
  if (kind === 'number') return values.filter((value) => typeof value === 'number');
  return values.map((value) => Date.parse(String(value))).filter((value) => !Number.isNaN(value));
}

const byNumber = (one: string | number, other: string | number): number => Number(one) - Number(other);

/** Whether a list is in order by a field under some usual collation. */
function isOrdered(sortable: Sortable, items: readonly JsonRecord[], direction: 1 | -1): boolean {
  const values = comparable(sortable, items);
  const orders = sortable.kind === 'text' ? (usualCollations() as readonly Compare[]) : [byNumber];
  return orders.some((order) =>
    isAscending(values, (one, other) => direction * (order as (a: unknown, b: unknown) => number)(one, other)),
  );
}

/** The first place where neighbours are out of order by their plain values, for the reader. */
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

/** A rule on the order of the fields of some kinds, ascending. */
function ascending(id: 'sort.ordered' | 'sort.natural', kinds: readonly Sortable['kind'][]): AskRule {
  return {
    ...common,
    id,
    clause: id,
    async ask(context) {
      const { plain, taken } = await mustFindSortable(context);
      const own = taken.filter(({ kind }) => kinds.includes(kind));
      if (own.length === 0) return context.inconclusive(`no ${kinds.join(' or ')} field is taken by a sort`);
      // A field that leaves the list as it is may not be sortable; where others are, sort.unknown-field says so.
      const someSorts = taken.some((one) => !one.asUnsorted && isOrdered(one, one.ascending.items, 1));
      for (const one of own) {
        if (isOrdered(one, one.ascending.items, 1) || (one.asUnsorted && someSorts)) continue;
        await context.assertStable(await context.collection(), [one.field]);
        reportDisorder(context, one, one.ascending, plain, 1);
      }
      assertSorts(context, own);
    },
  };
}

/** Ends a check that no sort could decide: where each leaves the list as it is, nothing shows that it was read. */
function assertSorts(context: AskContext, tried: readonly Sortable[]): void {
  if (tried.every(({ asUnsorted }) => asUnsorted))
    context.inconclusive('each sort that was tried leaves the list in the order that it has anyway');
}

function reportDisorder(context: AskContext, one: Sortable, list: Walk, plain: Walk, direction: 1 | -1): void {
  const place = firstDisorder(one, list, direction);
  const answer = place?.answer ?? list.pages[0]?.answer ?? plain.pages[0]?.answer;
  if (answer === undefined) return;
  const word = direction === 1 ? 'asc' : 'desc';
  const message = `sort=${one.field}:${word} does not order the list by ${one.field} under any usual collation`;
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

export const offered: AskRule = {
  ...common,
  id: 'sort.offered',
  clause: 'sort.offered',
  async ask(context) {
    const { taken, refused } = await findSortable(context);
    const [first] = refused;
    if (taken.length > 0) return assertSorts(context, taken);
    if (first === undefined) return context.inconclusive('no field holds three different values');
    const message = `a sort is refused by each of ${refused.map(({ field }) => field).join(', ')}`;
    context.report(first.answer, {
      at: 'status',
      expected: '200 for one of them',
      actual: first.answer.summary,
      message,
    });
  },
};

export const permutation: AskRule = {
  ...common,
  id: 'sort.permutation',
  clause: 'sort.permutation',
  async ask(context) {
    const { plain, taken } = await mustFindSortable(context);
    const whole = await context.collection();
    if (plain.partial) context.inconclusive('the list is larger than what is read of it');
    if (!sameJson(idsOf(plain), idsOf(whole)))
      context.inconclusive('the unsorted pages do not add up (see paging.partition)');
    for (const { field, ascending: list } of taken) {
      if (sameJson(idsOf(plain), idsOf(list))) continue;
      // A record whose place by the field changes while pages are read is on none of them, or on two.
      await context.assertStable(whole, [field]);
      const [page] = list.pages;
      if (page === undefined) continue;
      const [lost] = idsOf(plain).filter((id) => !idsOf(list).includes(id));
      const message = `sort=${field}:asc answers ${list.items.length} records that are not the ${plain.items.length} of the unsorted list`;
      const expected = lost === undefined ? 'each record once' : `${lost} among them`;
      context.report(page.answer, { at: '/items', expected, actual: `${list.items.length} records`, message });
    }
    assertSorts(context, taken);
  },
};

export const descending: AskRule = {
  ...common,
  id: 'sort.descending',
  clause: 'sort.descending',
  async ask(context) {
    const { plain, taken } = await mustFindSortable(context);
    const [one] = taken.filter((sortable) => !sortable.asUnsorted && isOrdered(sortable, sortable.ascending.items, 1));
    if (one === undefined) return context.inconclusive('no field is sorted in ascending order (see sort.ordered)');
    const sort = `${one.field}:desc`;
    const { status } = await context.ask({ sort, page_size: plain.pageSize });
    if (status === 400) context.notApplicable('a descending sort is refused with 400');
    const list = await context.walk(plain.pageSize, { sort }, {}, pagesOf(plain));
    if (isOrdered(one, list.items, -1)) return;
    await context.assertStable(await context.collection(), [one.field]);
    reportDisorder(context, one, list, plain, -1);
  },
};

export const severalKeys: AskRule = {
  ...common,
  id: 'sort.several-keys',
  clause: 'sort.several-keys',
  async ask(context) {
    const { plain, taken } = await mustFindSortable(context);
    const good = taken.filter((one) => !one.asUnsorted && isOrdered(one, one.ascending.items, 1));
    const [first] = good.filter(({ field }) => ties(plain.items, field) > 1);
    const [second] = good.filter(({ field }) => field !== first?.field);
    if (first === undefined || second === undefined)
      return context.inconclusive('no two fields to sort by of which one has ties');
    const sort = `${first.field}:asc,${second.field}:asc`;
    const { status } = await context.ask({ sort, page_size: plain.pageSize });
    if (status === 400) context.notApplicable('a sort with several keys is refused with 400');
    const list = await context.walk(plain.pageSize, { sort }, {}, pagesOf(plain));
    const groups = runsOf(list.items, first.field);
    const wrong = groups.find((group) => !isOrdered(second, group, 1));
    const [page] = list.pages;
    if (wrong === undefined || page === undefined) return;
    await context.assertStable(await context.collection(), [first.field, second.field]);
    const value = JSON.stringify(wrong[0]?.[first.field]);
    const message = `sort=${sort} does not order the records whose ${first.field} is ${value} by ${second.field}`;
    const actual = comparable(second, wrong).slice(0, 5).join(', ');
    context.report(page.answer, {
      at: `/items/0/${second.field}`,
      expected: `${second.field} in ascending order`,
      actual,
      message,
    });
  },
};

/** Records next to each other that have the same value. */
function runsOf(items: readonly JsonRecord[], field: string): JsonRecord[][] {
  const runs: JsonRecord[][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    if (run !== undefined && sameJson(run[0]?.[field], item[field])) run.push(item);
    else runs.push([item]);
  }
  return runs;
}

function ties(items: readonly JsonRecord[], field: string): number {
  const values = items.map((item) => item[field]).filter((value) => value !== null && value !== undefined);
  return values.length - new Set(values).size;
}

async function reportTaken(context: AskContext, sorts: readonly string[]): Promise<void> {
  for (const sort of sorts) {
    const answer = await context.ask({ sort });
    if (answer.status === 400) continue;
    const message = `sort=${sort} is answered with ${answer.summary}`;
    context.report(answer, { at: 'status', expected: '400', actual: answer.summary, message });
  }
}

export const malformed: AskRule = {
  ...common,
  needs: ['answer'],
  id: 'sort.malformed',
  clause: 'sort.malformed',
  ask: (context) => reportTaken(context, [':asc', 'name:sideways', 'name:asc:desc']),
};

export const unknownField: AskRule = {
  ...common,
  needs: ['answer'],
  id: 'sort.unknown-field',
  clause: 'sort.unknown-field',
  async ask(context) {
    await reportTaken(context, ['touchstoneNoSuchField:asc']);
    const { taken } = await findSortable(context);
    for (const one of taken.filter(({ asUnsorted }) => asUnsorted)) {
      if (isOrdered(one, one.ascending.items, 1) || !taken.some(({ asUnsorted }) => !asUnsorted)) continue;
      const [page] = one.ascending.pages;
      if (page === undefined) continue;
      const message = `sort=${one.field}:asc is taken, and leaves the list as it is`;
      const at = `/items/0/${one.field}`;
      context.report(page.answer, {
        at,
        expected: `the list in order of ${one.field}, or 400`,
        actual: 'the unsorted list',
        message,
      });
    }
  },
};

export const fields: AskRule = {
  ...common,
  id: 'sort.fields',
  clause: 'sort.fields',
  async ask(context) {
    const { plain, taken, refused: not } = await findSortable(context);
    const words = [`taken: ${taken.map(({ field }) => field).join(', ') || 'none'}`];
    if (not.length > 0) words.push(`refused: ${not.map(({ field }) => field).join(', ')}`);
    const ignored = taken.filter(({ asUnsorted }) => asUnsorted).map(({ field }) => field);
    if (ignored.length > 0) words.push(`in the order that the list has anyway: ${ignored.join(', ')}`);
    const answer = not[0]?.answer ?? plain.pages[0]?.answer;
    if (answer !== undefined) context.observe(answer, `fields that were tried: ${words.join('; ')}`);
  },
};

function idsOf({ items }: Walk): string[] {
  return items.map(identity).sort();
}

/** The rules of a sort. */
export const sort = [offered, ordered, permutation, natural, descending, severalKeys, malformed, unknownField, fields];
