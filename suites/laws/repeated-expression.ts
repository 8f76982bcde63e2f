import type { AskRule } from '../../engine/run/rule.js';
import { DEFAULT_SIZE } from '../../engine/session/ask-context.js';
import { equals } from '../../generators/filter-text.js';
import { takes } from './applies.js';
import { noSuchValue } from './filter/no-such-value.js';
import { mustFindFilterable } from './filterable.js';
import { placeOf } from './place-of.js';
import { mustFindSortable } from './sortable.js';

/** The lists with a filter and a sort take turns: most targets read both parameters with the same code. */
export const repeatedExpression: AskRule = {
  id: 'errors.repeated-expression',
  clause: 'errors.repeated-expression',
  from: 'standard',
  needs: ['records'],
  appliesTo: takes('filter'),
  async ask(context) {
    const isSort = takes('sort')(context.operation) && placeOf(context) % 2 === 1;
    const [name, value] = isSort ? await sortOf(context) : await filterOf(context);
    const answer = await context.ask({ [name]: [value, value] });
    if (answer.status < 500) return;
    const message = `a request with ${name} given twice (${value}) returned ${answer.summary}`;
    context.report(answer, { at: 'status', expected: '200 or 400', actual: answer.summary, message });
  },
};

type Context = Parameters<AskRule['ask']>[0];

/** A filter that the target reads. */
async function filterOf(context: Context): Promise<readonly [string, string]> {
  const { first, whole } = await mustFindFilterable(context);
  const filter = equals(first.field, noSuchValue(context, first.field));
  const page = await context.attemptPage({ filter });
  if (page !== null && page.items.length >= Math.min(whole.items.length, DEFAULT_SIZE))
    context.inconclusive('a filter by a value that no record has returns the whole list, as if it was ignored');
  return ['filter', filter];
}

/** A sort that the target reads; a filter if there is none. */
async function sortOf(context: Context): Promise<readonly [string, string]> {
  const found = await context.attempt(() => mustFindSortable(context));
  const sortable = found?.taken.find(({ asUnsorted }) => !asUnsorted);
  return sortable === undefined ? filterOf(context) : ['sort', `${sortable.field}:asc`];
}
