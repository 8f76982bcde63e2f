import type { Operation } from '../../contract/types.js';

export const BUDGETS = ['quick', 'standard', 'thorough'] as const;
/** How much a run may ask: without generated expressions, with them, or with many of them. */
export type Budget = (typeof BUDGETS)[number];
export const DEFAULT_BUDGET: Budget = 'standard';

/** What a budget allows. */
export interface Allowance {
  readonly budget: Budget;
  /** Requests of a read of one record, of a list, of a list that hasParameter a filter, and of one that hasParameter a sort too. */
  readonly requests: { readonly read: number; readonly list: number; readonly filter: number; readonly sort: number };
  /** Filters that are made at random, beside those that try each operator and each join. */
  readonly filters: number;
  /** Sorts that are made at random. */
  readonly sorts: number;
  /** Values of one field that are all asked for, many in one request. */
  readonly values: number;
  /** Smaller filters that are tried for one that fails. */
  readonly steps: number;
}

const ALLOWANCES: Readonly<Record<Budget, Allowance>> = {
  quick: {
    budget: 'quick',
    requests: { read: 60, list: 120, filter: 200, sort: 300 },
    filters: 0,
    sorts: 0,
    values: 0,
    steps: 0,
  },
  standard: {
    budget: 'standard',
    requests: { read: 60, list: 150, filter: 400, sort: 600 },
    filters: 6,
    sorts: 6,
    values: 600,
    steps: 40,
  },
  thorough: {
    budget: 'thorough',
    requests: { read: 60, list: 150, filter: 2000, sort: 3000 },
    filters: 150,
    sorts: 30,
    values: 5000,
    steps: 120,
  },
};

export function allowanceOf(budget: Budget): Allowance {
  return ALLOWANCES[budget];
}

/** Whether a budget reaches as far as another. */
export function reaches(budget: Budget, other: Budget): boolean {
  return BUDGETS.indexOf(budget) >= BUDGETS.indexOf(other);
}

/** Requests, in all, of operations that were not selected: for sample ids, and for records that are held against others. */
export const MOST_OF_OTHERS = 300;

/** How many requests an operation that was selected may cost in one look at the target, retries aside. */
export function mostRequests({ requests }: Allowance, operation: Operation): number {
  const hasParameter = (parameter: string) => operation.parameters.some(({ name }) => name === parameter);
  if (operation.success.item === undefined) return requests.read;
  return hasParameter('sort') ? requests.sort : hasParameter('filter') ? requests.filter : requests.list;
}
