import type { JudgeRule } from '../../engine/run/rule.js';
import { isRecord } from '../../engine/session/page.js';
import type { Query, Report } from '../../engine/session/seen.js';
import { isAgreementArea, isList, isRead } from './applies.js';
import { PAGING_DEFAULTS, paginationOf } from './paging-numbers.js';

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

/** The rels that say which page a link leads to, and its distance from their own page. */
const STEPS: Readonly<Record<string, number>> = { self: 0, next: 1 };
/** Names of parameters that lead to a page without its number. */
const CURSORS = /cursor|token|offset|after|skip|marker|start/i;
/** The parameters that select the records of a page. */
const SELECTING = ['page_size', 'filter'] as const;

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
  appliesTo: (operation) => isRead(operation) && isList(operation) && isAgreementArea(operation),
  judge({ body, query }, report) {
    const links = isRecord(body) && Array.isArray(body._links) ? body._links : [];
    const named = links.flatMap((link, index) => pageLinkOf(link, `/_links/${index}/href`));
    const own = ownPage(body, query);
    for (const [index, link] of links.entries())
      reportUnnumbered(link, `/_links/${index}/href`, { named, own }, report);
    for (const link of named) {
      reportStep(link, own, report);
      reportSize(link, own, report);
      reportMissing(link, named, report);
    }
    return named.length > 0;
  },
};

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
  if (!pages.some((one) => one + step === page)) {
    const message = `the ${rel} link of page ${number} leads to page ${page}`;
    report({ at, expected: `page ${number + step}`, actual: href, message });
  } else if (step > 0 && number === last && isShort) {
    const message = `page ${number}, the last one by total_pages, has a ${rel} link`;
    report({ at, expected: 'no such link', actual: href, message });
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
