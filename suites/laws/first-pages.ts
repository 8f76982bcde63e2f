import type { JudgeRule } from '../../engine/run/rule.js';
import { isRecord } from '../../engine/session/page.js';
import { plural } from '../../numbers/plural.js';
import { isList } from './applies.js';
import { PAGING_DEFAULTS, pageAsked, paginationOf } from './paging-numbers.js';

/**
 * The first page of a list agrees with its totals, with any filter and any sort: if it is not full, it has all items and
 * is the only page. A page size over the default may be capped, so there a total that is too small is wrong, and one that is
 * not the number of items on the only page.
 */
export const firstPages: JudgeRule = {
  id: 'paging.first-page',
  clause: 'paging.partition',
  needs: ['answer'],
  accepted: true,
  appliesTo: isList,
  judge({ query, body }, report) {
    const pagination = paginationOf(body);
    const count = isRecord(body) && Array.isArray(body.items) ? body.items.length : null;
    const asked = pageAsked(query);
    if (pagination === null || count === null || asked?.number !== 1) return false;
    const { size } = asked;
    const isWhole = size <= PAGING_DEFAULTS.page_size && count < size;
    const of = `the first page with page_size ${size} has ${plural(count, 'item')}`;
    const { total_items: items, total_pages: pages } = pagination;
    const isOnly = size > PAGING_DEFAULTS.page_size && pages === 1;
    if (typeof items === 'number' && (isWhole || isOnly ? items !== count : items < count)) {
      const expected = isWhole || isOnly ? `${count}` : `${count} or more`;
      const message = `total_items is ${items}${isOnly ? ' and total_pages 1' : ''}, but ${of}`;
      report({ at: '/pagination/total_items', expected, actual: `${items}`, message });
    }
    const [least, most] = [Math.min(count, 1), isWhole ? 1 : Number.POSITIVE_INFINITY];
    if (typeof pages === 'number' && (pages < least || pages > most)) {
      const expected = isWhole ? '1' : '1 or more';
      const message = `total_pages is ${pages}, but ${of}`;
      report({ at: '/pagination/total_pages', expected, actual: `${pages}`, message });
    }
    return count > 0;
  },
};
