import type { Operation } from '../../contract/types.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { isRecord, type Page } from '../../engine/session/page.js';
import type { Query } from '../../engine/session/seen.js';

/** The values of paging parameters that are absent (section "Limits"). */
export const PAGING_DEFAULTS = { page_number: 1, page_size: 100 } as const;

/** The documented members of every pagination object; which of them may be absent is unspecified. */
export const PAGINATION_MEMBERS = ['page_size', 'page_number', 'total_pages'] as const;

/** The documented size of the page_number of a list, in bits. */
export function pageNumberBits(operation: Operation): 32 | 64 | undefined {
  const parameter = operation.parameters.find(({ name }) => name === 'page_number');
  return parameter?.in === 'query' ? parameter.bits : undefined;
}

/** The largest number that each parameter of a page can hold. */
const MOST = 2 ** 31 - 1;

/**
 * The page that a query asks for; `null` if one of its parameters is no positive number in decimal digits, or may be too large:
 * then a target may ignore both.
 */
export function pageAsked(query: Query): { readonly number: number; readonly size: number } | null {
  const { page_number: number = PAGING_DEFAULTS.page_number, page_size: size = PAGING_DEFAULTS.page_size } = query;
  const isRead = [number, size].every((value) => /^[1-9]\d*$/.test(String(value)) && Number(value) <= MOST);
  return isRead ? { number: Number(number), size: Number(size) } : null;
}

/** The pagination object of a body; `null` where it has none. */
export function paginationOf(body: unknown): Readonly<Record<string, unknown>> | null {
  return isRecord(body) && isRecord(body.pagination) ? body.pagination : null;
}

/**
 * Makes sure that the target reads page_size, which it shows by repeating it; inconclusive if it does not. For checks
 * that a target would also pass if it ignored the parameter.
 */
export async function assertSizeRead(context: AskContext): Promise<void> {
  const sizeOf = ({ answer }: Page) => paginationOf(answer.value)?.page_size;
  const [plain, single] = [sizeOf(await context.page()), sizeOf(await context.page({ page_size: 1, page_number: 1 }))];
  if (single === 1 && plain !== 1) return;
  context.inconclusive(
    `the target seems to ignore page_size: a request with page_size 1 returned page_size ${String(single)}, one without it ${String(plain)} (see paging.echo)`,
  );
}

/** How far after the last page a page is that is requested to see what is there. */
const AFTER = 7;

/** A page after the last one, with the number of items on each page. */
export async function pageAfterLast(context: AskContext): Promise<{ page_number: number; page_size: number }> {
  const { pages, pageSize } = await context.collection();
  return { page_number: Math.max(pages.length, pages[0]?.totalPages ?? 0) + AFTER, page_size: pageSize };
}
