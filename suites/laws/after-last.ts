import type { AskRule } from '../../engine/run/rule.js';
import { identity, isRecord, pageOf } from '../../engine/session/page.js';
import { sameJson } from '../../engine/session/validation.js';
import { plural } from '../../numbers/plural.js';
import { isList } from './applies.js';
import { pageAfterLast } from './paging-numbers.js';

/** How often a difference between totals has to show again. */
const LOOKS = 3;

export const afterLast: AskRule = {
  id: 'paging.after-last',
  clause: 'paging.after-last',
  needs: ['answer'],
  appliesTo: isList,
  async ask(context) {
    const answer = await context.ask(await pageAfterLast(context));
    const body = answer.value;
    const items = isRecord(body) && Array.isArray(body.items) ? ` with ${plural(body.items.length, 'item')}` : '';
    context.observe(answer, `${answer.summary}${items}`);
  },
};

export const afterLastStatus: AskRule = {
  id: 'paging.after-last-status',
  clause: 'paging.after-last-status',
  needs: ['answer'],
  appliesTo: isList,
  async ask(context) {
    const answer = await context.ask(await pageAfterLast(context));
    if (answer.status < 500 || answer.status === 503) return;
    const message = `a request for a page after the last one returned ${answer.summary}`;
    context.report(answer, { at: 'status', expected: '200, or a 4xx status', actual: answer.summary, message });
  },
};

export const afterLastTotals: AskRule = {
  id: 'paging.after-last-totals',
  clause: 'paging.after-last-totals',
  needs: ['records'],
  appliesTo: (operation) => isList(operation) && operation.success.uncounted !== true,
  async ask(context) {
    const query = await pageAfterLast(context);
    const read = async (again?: string) => {
      const options = again === undefined ? {} : { again };
      const after = await context.attempt(async () => pageOf(await context.ask(query, options)));
      const first = await context.page({}, options);
      return { after, first, total: first.totalItems };
    };
    const { after, first, total } = await read();
    if (after === null) return context.notApplicable('a page after the last one is rejected');
    if (sameJson(after.items.map(identity), first.items.map(identity)))
      context.inconclusive('a page after the last one is the first one, as if page_number was ignored');
    if (after.totalItems === null || total === null) context.inconclusive('a page has no total_items');
    if (after.totalItems === total) return;
    // Records that come and go would have to do so between the two requests each time.
    for (let look = 1; look <= LOOKS; look += 1) {
      const before = await context.page({}, { again: `before totals ${look}` });
      const { after: now, total: then } = await read(`totals ${look}`);
      if (now?.totalItems !== after.totalItems || then !== total || before.totalItems !== total)
        context.inconclusive('the list changed during the check');
    }
    const message = `total_items is ${after.totalItems} on a page after the last one, and ${total} on the first page`;
    context.report(after.answer, {
      at: '/pagination/total_items',
      expected: `${total}`,
      actual: `${after.totalItems}`,
      message,
    });
  },
};
