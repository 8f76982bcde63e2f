import type { Operation } from '../../contract/types.js';
import type { Answer } from '../../engine/client/answer.js';
import { recordsOf } from '../../engine/run/judge-state.js';
import type { AskRule, JudgeRule } from '../../engine/run/rule.js';
import { type AskContext, assertUsable } from '../../engine/session/ask-context.js';
import { identity, isRecord, type JsonRecord, type Page, type Walk } from '../../engine/session/page.js';
import type { Query, Report } from '../../engine/session/seen.js';
import { sameJson } from '../../engine/session/validation.js';
import { isAgreementArea, isList, isRead } from './applies.js';
import { linkPaths } from './link-paths.js';
import { linksOf } from './own-links.js';
import { PAGING_DEFAULTS, paginationOf } from './paging-numbers.js';
import { shown } from './shown.js';
import { completed } from './strided.js';

/** A link of a list to one of its pages, named as requests name them. */
interface PageLink {
  readonly rel: string;
  readonly at: string;
  readonly href: string;
  readonly page: number;
  readonly query: URLSearchParams;
}

/** The page of a list with links, as the request and the response name it. */
interface Own {
  /** The request and the response may differ where the target caps a value. */
  readonly pages: readonly number[];
  readonly sizes: readonly number[];
  readonly totalPages: number | null;
  readonly isShort: boolean;
}

/** The rels that say which page a link leads to (RFC 8288), and its distance from their own page. */
const STEPS: Readonly<Record<string, number>> = { self: 0, next: 1, prev: -1, previous: -1 };
/** Names of parameters that lead to a page without its number. */
const CURSORS = /cursor|token|offset|after|skip|marker|start/i;
/** The parameters that select the records of a page. */
const SELECTING = ['page_size', 'filter'] as const;

function hasPageLinks(operation: Operation): boolean {
  return isRead(operation) && isList(operation) && isAgreementArea(operation);
}

/**
 * A `next` link leads to the following page of the same list: a client that follows one to the page that it is on never
 * ends, and one to a page of another size misses records or sees them twice. Which links a list has is unspecified, and
 * so is how they name a page: only one that names it as requests do is judged. A target whose links omit a filter
 * altogether may expect clients to add it, so a missing parameter counts only where another link of the list has it.
 */
export const nextLinks: JudgeRule = {
  id: 'relations.next-links',
  clause: 'relations.links-followed',
  needs: ['answer'],
  appliesTo: hasPageLinks,
  judge({ body, query }, report) {
    const links = isRecord(body) && Array.isArray(body._links) ? body._links : [];
    const named = links.flatMap((link, index) => pageLinkOf(link, `/_links/${index}/href`));
    const own = ownPage(body, query);
    for (const [index, link] of links.entries())
      reportUnnumbered(link, `/_links/${index}/href`, { named, own }, report);
    for (const link of named) {
      reportStep(link, own, report);
      reportEnd(link, own, report);
      reportFilter(link, query, report);
      reportSize(link, own, report);
      reportMissing(link, named, report);
    }
    return named.length > 0;
  },
};

/**
 * A list that has a `next` link on one of its pages has it on each but the last, and it leads to the page that follows: a client
 * that follows these links reads the whole list.
 */
export const nextOnEachPage: AskRule = {
  id: 'relations.next-on-each-page',
  clause: 'relations.links-followed',
  needs: ['several'],
  appliesTo: hasPageLinks,
  async ask(context) {
    const whole = await context.collection();
    const { pages, partial } = await completed(context, whole);
    // The last page has no next link.
    const linked = pages
      .slice(0, partial ? pages.length : -1)
      .map((page, index) => ({ ...page, next: nextIn(page), following: pages[index + 1] }));
    const first = linked.find(({ next }) => next !== undefined);
    if (first?.next === undefined) return context.inconclusive('no page that was read has a next link');
    const lacking = linked.find(({ next }) => next === undefined);
    if (lacking !== undefined) {
      await context.assertStable(whole);
      const message = 'a page that is not the last one has no next link, but others of the same list have one';
      context.report(lacking.answer, { at: '/_links', expected: 'a next link', actual: 'no such link', message });
    } else if (first.following !== undefined) {
      const isDecided = await reportNext(context, whole, first.next, first.following);
      if (!isDecided && linked.length === 1)
        context.inconclusive('the only next link that was read names the page alone');
    }
  },
};

/** Reports a `next` link that returns other records than the page that follows; whether that could be decided. */
async function reportNext(context: AskContext, whole: Walk, next: JsonRecord, following: Page): Promise<boolean> {
  const href = typeof next.href === 'string' && !next.href.includes('{') ? next.href : '';
  const paths = href === '' ? [] : linkPaths(context.target, href);
  if (paths.length === 0) context.inconclusive('the next link does not point to the target');
  // A target whose links name the page alone may expect clients to add the rest.
  const named = new URLSearchParams(href.split('?', 2)[1] ?? '');
  if (named.has('page_number') && !named.has('page_size')) return false;
  const answers = await Promise.all(paths.map((path) => context.world.session.follow(context.operation, path)));
  const expected = following.items.map(identity);
  const idsOf = ({ value }: Answer) => recordsOf(context.operation, value).filter(isRecord).map(identity);
  if (answers.some((answer) => sameJson(idsOf(answer), expected))) return true;
  const other = answers.find((answer) => answer.status === 200);
  if (other === undefined) {
    await reportDead(context, href, answers);
    return true;
  }
  await context.assertStable(whole);
  const message = `the next link ${shown(href, 200)} does not return the records of the page that follows`;
  context.report(other, { at: '/_links', expected: 'a link to the next page', actual: href, message });
  return true;
}

/** Reports a `next` link that does not return 200, unless relations.links-followed finds it on the plain page. */
async function reportDead(context: AskContext, href: string, answers: readonly Answer[]): Promise<void> {
  const hasNext = nextIn({ answer: await context.world.plain(context.operation) }) !== undefined;
  const answer = answers.find(({ failure }) => failure === null);
  if (hasNext || answer === undefined || answer.status === 403) context.inconclusive('no next link returned 200');
  assertUsable(answer);
  const message = `the next link ${shown(href, 200)} returned ${answer.summary}`;
  context.report(answer, { at: '/_links', expected: 'a link that returns 200', actual: href, message });
}

function nextIn({ answer }: Pick<Page, 'answer'>): JsonRecord | undefined {
  return linksOf(answer.value).find(({ link }) => String(link.rel).toLowerCase() === 'next')?.link;
}

function pageLinkOf(link: unknown, at: string): PageLink[] {
  if (!isRecord(link) || typeof link.href !== 'string') return [];
  const query = new URLSearchParams(link.href.split('?', 2)[1] ?? '');
  const page = numberIn(query, 'page_number');
  return page === null ? [] : [{ rel: String(link.rel).toLowerCase(), at, href: link.href, page, query }];
}

/**
 * Reports a `next` link with a number that is no page, or with none where another link of the list has one: a client that
 * follows it is on the first page again. A template has no number.
 */
function reportUnnumbered(
  link: unknown,
  at: string,
  { named, own }: { readonly named: readonly PageLink[]; readonly own: Own },
  report: Report,
): void {
  if (!isRecord(link) || typeof link.href !== 'string' || String(link.rel).toLowerCase() !== 'next') return;
  const query = new URLSearchParams(link.href.split('?', 2)[1] ?? '');
  const given = query.get('page_number');
  // A target may name the next page in another way that it documents.
  if (given === null && [...query.keys()].some((name) => CURSORS.test(name))) return;
  const isWrong = given === null ? named.some(({ rel }) => rel !== 'next') : /^-?\d+$/.test(given) && Number(given) < 1;
  if (!isWrong) return;
  const number = own.pages[0] ?? 1;
  const what = given === null ? 'has no page_number, but others of the list have one' : `leads to page_number=${given}`;
  report({ at, expected: `page ${number + 1}`, actual: link.href, message: `the next link of page ${number} ${what}` });
}

function ownPage(body: unknown, query: Query): Own {
  const pagination = paginationOf(body);
  const both = (name: keyof typeof PAGING_DEFAULTS) =>
    [Number(query[name] ?? PAGING_DEFAULTS[name]), Number(pagination?.[name] ?? Number.NaN)].filter(Number.isFinite);
  const totalPages = pagination?.total_pages;
  const sizes = both('page_size');
  const items = isRecord(body) && Array.isArray(body.items) ? body.items.length : 0;
  return {
    pages: both('page_number'),
    sizes,
    totalPages: typeof totalPages === 'number' ? totalPages : null,
    isShort: items < Math.min(...sizes),
  };
}

function reportStep({ rel, at, href, page }: PageLink, own: Own, report: Report): void {
  const { pages, totalPages, isShort } = own;
  const step = STEPS[rel];
  const [number] = pages;
  const last = Math.max(totalPages ?? Number.POSITIVE_INFINITY, 1);
  // What is behind the last page is unspecified.
  if (step === undefined || number === undefined || number > last) return;
  // Before the first page there is none: a target may name the first one.
  if (step < 0 && number <= 1) return;
  if (!pages.some((one) => one + step === page)) {
    const message = `the ${rel} link of page ${number} leads to page ${page}`;
    report({ at, expected: `page ${number + step}`, actual: href, message });
  } else if (step > 0 && number === last && isShort) {
    const message = `page ${number}, the last one by total_pages, has a ${rel} link`;
    report({ at, expected: 'no such link', actual: href, message });
  }
}

/** Reports a link to the first or the last page that leads to another one. */
function reportEnd({ rel, at, href, page }: PageLink, { totalPages, pages }: Own, report: Report): void {
  const end = rel === 'first' ? 1 : rel === 'last' ? (totalPages ?? 0) : 0;
  if (end < 1 || page === end || pages.some((number) => number > Math.max(totalPages ?? 1, 1))) return;
  const message = `the ${rel} link of a list with total_pages ${totalPages} leads to page ${page}`;
  report({ at, expected: `page ${end}`, actual: href, message });
}

/** Reports a filter that is still encoded when the query of a link is decoded: a client that follows the link sends another filter. */
function reportFilter({ rel, at, href, query: own }: PageLink, query: Query, report: Report): void {
  const [sent, linked] = [String(query.filter ?? ''), own.get('filter')];
  if (sent === '' || linked === null || linked === sent || decoded(linked) !== sent) return;
  const message = `the ${rel} link of a filtered list has its filter encoded twice`;
  report({ at, expected: `filter=${encodeURIComponent(sent)}`, actual: href, message });
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

function reportSize({ rel, at, href, query }: PageLink, { sizes }: Own, report: Report): void {
  const size = numberIn(query, 'page_size');
  if (size === null || sizes.includes(size)) return;
  const message = `the ${rel} link of a list with page_size ${sizes[0]} has page_size ${size}`;
  report({ at, expected: `page_size ${sizes[0]}`, actual: href, message });
}

/** Reports a `next` link without a parameter that another link of the same list has. */
function reportMissing({ rel, at, href, query }: PageLink, all: readonly PageLink[], report: Report): void {
  if (rel !== 'next') return;
  for (const name of SELECTING) {
    const other = all.find((one) => one.query.has(name));
    if (query.has(name) || other === undefined) continue;
    const message = `the next link has no ${name}, but the ${other.rel} link of the same list has it`;
    report({ at, expected: `${name}=${other.query.get(name)}`, actual: href, message });
  }
}

/** The positive number in a query parameter of a link; `null` if there is none. */
function numberIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name) ?? '';
  return /^[1-9]\d*$/.test(text) ? Number(text) : null;
}
