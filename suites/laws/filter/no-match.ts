import type { Answer } from '../../../engine/client/answer.js';
import { looselyEqual } from '../../../engine/oracle/collation.js';
import type { AskRule } from '../../../engine/run/rule.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import { equals } from '../../../generators/filter-text.js';
import { plural } from '../../../numbers/plural.js';
import { mustFindFilterable } from '../filterable.js';
import type { Filterable } from './candidates.js';
import { common } from './common.js';
import { noSuchValue } from './no-such-value.js';

/** The number of fields from which one is taken to accept any text: fewer may all be names that the target knows. */
const FREE_TEXTS = 3;

interface Asked {
  readonly filter: string;
  readonly answer: Answer;
}

export const noMatch: AskRule = {
  ...common,
  id: 'filter.no-match',
  clause: 'filter.no-match',
  async ask(context) {
    const { taken, first } = await mustFindFilterable(context);
    let asked = await askAbsent(context, first.field);
    // A field with a fixed set of values may reject any other value, so the fields with free text decide.
    for (const { field } of taken.slice(1)) if (asked.answer.status === 400) asked = await askAbsent(context, field);
    const mayHaveNames = asked.answer.status === 400 && taken.length < FREE_TEXTS;
    const { filter, answer } = mayHaveNames ? await askContradiction(context, taken, asked) : asked;
    const expected = '200 with no items';
    if (answer.status !== 200) {
      const message = `a filter that matches nothing returned ${answer.summary}`;
      return context.report(answer, { at: 'status', expected, actual: answer.summary, message });
    }
    const { items } = await context.page({ filter });
    if (items.length === 0) return;
    const actual = plural(items.length, 'record');
    if (mayHaveNames) context.inconclusive(`${filter} returned ${actual} (see filter.operators)`);
    context.report(answer, {
      at: '/items',
      expected,
      actual,
      message: `a filter that matches nothing returned ${actual}`,
    });
  },
};

async function askAbsent(context: AskContext, field: string): Promise<Asked> {
  const filter = equals(field, noSuchValue(context, field));
  return { filter, answer: await context.ask({ filter }) };
}

/**
 * Filters by two values that the target knows and that no record has together; inconclusive if no field has two values, or
 * if the target does not accept `-and`.
 */
async function askContradiction(context: AskContext, taken: readonly Filterable[], rejected: Asked): Promise<Asked> {
  const varied = taken.find((one) => !looselyEqual(one.rare, one.common));
  if (varied !== undefined) {
    const [own, other] = [equals(varied.field, varied.rare), equals(varied.field, varied.common)];
    const twice = await context.attempt(() => context.ask({ filter: `(${own}) -and (${own})` }));
    const filter = `(${own}) -and (${other})`;
    if (twice?.status === 200) return { filter, answer: await context.ask({ filter }) };
  }
  const fields = taken.map(({ field }) => field).join(', ');
  return context.inconclusive(
    `the only fields that accept a filter (${fields}) reject a value that no record has: ${rejected.filter}`,
  );
}
