import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { identity, type Page } from '../../engine/session/page.js';
import { plural } from '../../numbers/plural.js';
import { isList } from './applies.js';
import { assertSizeRead, PAGING_DEFAULTS, paginationOf } from './paging-numbers.js';

const DEFAULT_SIZE: number = PAGING_DEFAULTS.page_size;
/** The requests without page_size: a target may answer one without any parameter in another way. */
const QUERIES = [{}, { page_number: 1 }, { page_number: 2 }] as const;

const sizeOf = ({ answer }: Page): unknown => paginationOf(answer.value)?.page_size;

/** A target may have its default for a request without any parameter, and another one where a page number is given. */
export const defaultSize: AskRule = {
  id: 'paging.default-size',
  clause: 'paging.defaults',
  needs: ['answer'],
  from: 'standard',
  appliesTo: isList,
  async ask(context) {
    const page = await context.page({ page_number: 1 });
    const size = sizeOf(page);
    if (typeof size !== 'number') return context.inconclusive('the first page has no page_size');
    if (size === PAGING_DEFAULTS.page_size) {
      await reportDefaultPages(context);
      return assertSizeRead(context);
    }
    if (sizeOf(await context.page()) === size)
      return context.inconclusive('a request without any parameter has the same size (see paging.defaults)');
    const message = `a request with page_number 1 and without page_size returned page_size ${size}`;
    context.report(page.answer, {
      at: '/pagination/page_size',
      expected: `${PAGING_DEFAULTS.page_size}`,
      actual: `${size}`,
      message,
    });
  },
};

/** Compares the pages of a list that a client gets without a page_size with the list as larger pages return it. */
async function reportDefaultPages(context: AskContext): Promise<void> {
  const whole = await context.collection();
  const known = new Set(whole.items.map(identity));
  for (const query of QUERIES) {
    const page_number = 'page_number' in query ? query.page_number : 1;
    const expected = Math.min(DEFAULT_SIZE, whole.items.length - (page_number - 1) * DEFAULT_SIZE);
    if (expected <= 0) return;
    const { answer, items } = await context.page(query);
    const other = whole.partial ? undefined : items.find((item) => !known.has(identity(item)));
    if (items.length === expected && other === undefined) continue;
    await context.assertStable(whole);
    const of = `page ${page_number} without page_size`;
    if (items.length !== expected) {
      const message = `${of} has ${plural(items.length, 'item')}, but pages of ${whole.pageSize} return ${plural(whole.items.length, 'item')}`;
      const actual = plural(items.length, 'item');
      return context.report(answer, { at: '/items', expected: plural(expected, 'item'), actual, message });
    }
    if (other === undefined) return;
    const message = `${of} has a record that pages of ${whole.pageSize} do not return`;
    return context.report(answer, { at: '/items', expected: 'records of the list', actual: identity(other), message });
  }
}
