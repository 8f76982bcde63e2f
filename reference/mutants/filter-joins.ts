import type { Hook } from '../behaviour.js';
import type { Filter } from '../query/filter.js';
import { joins } from '../query-hooks.js';
import { type Defect, each, family } from './mutant.js';

type Joined = Exclude<Filter, { readonly kind: 'comparison' | '-not' }>;

/** An operand of a filter that is read as if it had no parentheses, with the join before it. */
interface Link {
  readonly join: Joined['kind'];
  readonly operand: Filter;
}

function chainOf(filter: Filter, join: Joined['kind'] = '-or'): Link[] {
  if (filter.kind === 'comparison' || filter.kind === '-not') return [{ join, operand: filter }];
  return filter.operands.flatMap((operand, index) => chainOf(operand, index === 0 ? join : filter.kind));
}

/** Reads a filter as if it had no parentheses. */
const flat = (join: (chain: readonly Link[]) => Filter): Hook => {
  return (steps) => ({ parseFilter: (...given) => join(chainOf(steps.parseFilter(...given))) });
};

/** -and binds more tightly than -or. */
function byPrecedence(chain: readonly Link[]): Filter {
  const terms: Filter[][] = [];
  for (const { join, operand } of chain) {
    const last = terms.at(-1);
    if (join === '-or' || last === undefined) terms.push([operand]);
    else last.push(operand);
  }
  return { kind: '-or', operands: terms.map((operands) => ({ kind: '-and', operands })) };
}

function fromLeft([first, ...chain]: readonly Link[]): Filter {
  const start = first?.operand ?? { kind: '-and', operands: [] };
  return chain.reduce<Filter>((left, { join, operand }) => ({ kind: join, operands: [left, operand] }), start);
}

/** The filter in which a -not before an -and in parentheses is read as if it was within them. */
function negatingFirst(filter: Filter): Filter {
  if (filter.kind === 'comparison') return filter;
  if (filter.kind !== '-not') return { ...filter, operands: filter.operands.map(negatingFirst) };
  const operand = negatingFirst(filter.operand);
  const [first, ...others] = operand.kind === '-and' ? operand.operands : [];
  if (first === undefined) return { ...filter, operand };
  return { kind: '-and', operands: [{ kind: '-not', operand: first }, ...others] };
}

/** The filter in which a -not in parentheses negates what an -and joins to it, too. */
function negatingAll(filter: Filter): Filter {
  if (filter.kind === 'comparison') return filter;
  if (filter.kind === '-not') return { ...filter, operand: negatingAll(filter.operand) };
  const operands = filter.operands.map(negatingAll);
  const [first, ...others] = operands;
  if (filter.kind === '-or' || first?.kind !== '-not') return { ...filter, operands };
  return { kind: '-not', operand: { kind: '-and', operands: [first.operand, ...others] } };
}

/** Defects of -and, -or and -not. */
export const filterJoins = family('filter-joins', [
  {
    title: 'what follows an -and in parentheses is ignored',
    operation: 'getContracts',
    rule: 'filter.grammar',
    rarity: 'rare',
    hook: (steps) => ({
      matches: (filter, row, context) => {
        const [first] = filter.kind === '-or' ? filter.operands : [];
        return steps.matches(first?.kind === '-and' ? first : filter, row, context);
      },
    }),
  },
  {
    title: '-not before -contains is ignored',
    operation: 'getApplicationUsers',
    rule: 'filter.grammar',
    hook: joins({
      not: (operand, inner) => (inner.kind === 'comparison' && inner.operator === '-contains' ? operand : !operand),
    }),
  },
  {
    title: '-or is -and',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: joins({ or: (all) => all.every(Boolean) }),
  },
  {
    title: '-and is -or',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: joins({ and: (all) => all.some(Boolean) }),
  },
  {
    title: '-and takes the first operand alone',
    operation: 'getApplications',
    rule: 'filter.grammar',
    hook: joins({ and: (all) => all[0] === true }),
  },
  {
    title: '-or takes the last operand alone',
    operation: 'getSubscriptionUserConsumptions',
    rule: 'filter.grammar',
    hook: joins({ or: (all) => all.at(-1) === true }),
  },
  {
    title: '-or is exclusive',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: joins({ or: (all) => all.filter(Boolean).length === 1 }),
  },
  {
    title: '-not is ignored',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: joins({ not: (one) => one }),
  },
  {
    title: '-not matches everything',
    operation: 'getApplications',
    rule: 'filter.grammar',
    hook: joins({ not: () => true }),
  },
  {
    title: '-not of a compound is ignored',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: joins({ not: (one, inner) => (inner.kind === 'comparison' ? !one : one) }),
  },
  ...each(
    ['getUsers', 'getApplicationUsersConsumptions', 'getContracts'],
    '-not of an -and negates its first operand alone',
    {
      rule: 'filter.grammar',
      hook: (steps) => ({
        parseFilter: (...given) => negatingFirst(steps.parseFilter(...given)),
      }),
    },
  ),
  ...each(['getUsers', 'getApplications', 'getApplicationUsers'], '-not negates what an -and joins to it', {
    rule: 'filter.grammar',
    hook: (steps) => ({ parseFilter: (...given) => negatingAll(steps.parseFilter(...given)) }),
  }),
  ...['getUsers', 'getApplications', 'getSubscriptionInsightUsers', 'getContracts'].map(
    (operation): Defect => ({
      title: `-and is evaluated before -or in parentheses in ${operation}`,
      operation,
      rule: 'filter.grammar',
      hook: flat(byPrecedence),
    }),
  ),
  ...['getUserApplications', 'getUsers', 'getSubscriptionInsightUsers', 'getSubscriptionUserConsumptions'].map(
    (operation): Defect => ({
      title: `joins are evaluated from left to right in ${operation}`,
      operation,
      rule: 'filter.grammar',
      hook: flat(fromLeft),
    }),
  ),
]);
