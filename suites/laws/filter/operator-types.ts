import { type DataType, OPERATORS, OPERATORS_OF } from '../../../contract/query-language.js';
import { isServerError } from '../../../engine/client/retry.js';
import type { AskRule } from '../../../engine/run/rule.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import { common, takesFilter } from './common.js';
import { firstFields } from './first-fields.js';
import { reportStatus } from './report-status.js';

/** A value of each type, which an operator that applies to the type would take. */
const VALUES: Readonly<Record<DataType, string>> = {
  string: "'touchstone'",
  number: '1',
  boolean: 'true',
  date: "'2024-01-01T00:00:00Z'",
};

export const operatorTypes: AskRule = {
  ...common,
  needs: ['answer'],
  id: 'filter.operator-types',
  clause: 'filter.operator-types',
  from: 'standard',
  async ask(context) {
    // Most targets handle all lists alike, so the lists take turns.
    for (const filter of filtersInTurn(context)) {
      const answer = await context.ask({ filter });
      if (isServerError(answer)) reportStatus(context, answer, filter);
    }
  },
};

/** The filter whose turn is at this list, or all with the budget thorough. */
function filtersInTurn(context: AskContext): string[] {
  const { allowance, operation, world } = context;
  const all = unsuitedFilters(context);
  if (allowance.budget === 'thorough') return all;
  const turn = world.described.operations.filter(takesFilter).indexOf(operation) % all.length;
  return all.slice(turn, turn + 1);
}

/**
 * For each type, and each operator that the conventions do not define for it: a filter by the first field of that type. The
 * last operator of each type comes first, which the code that checks them forgets most.
 */
function unsuitedFilters({ operation }: AskContext): string[] {
  return OPERATORS.toReversed().flatMap((operator) =>
    [...firstFields(operation)].flatMap(([type, field]) =>
      OPERATORS_OF[type].includes(operator) ? [] : [`${field} ${operator} ${VALUES[type]}`],
    ),
  );
}
