import type { Operation } from '../../contract/types.js';
import { BUDGETS } from '../../options/choices.js';

/** How many requests a run may send. */
export type Budget = (typeof BUDGETS)[number];

/** What a budget allows. */
export interface Allowance {
  readonly budget: Budget;
  /** The maximum number of requests of a run of the checks, not counting retries. */
  readonly total: number;
  /** Whether checks send few requests each, since a limit of the run allows only some of them. */
  readonly sparing: boolean;
  /**
   * The maximum number of requests for an operation that reads one record, returns a list, accepts a filter, or accepts
   * a sort.
   */
  readonly requests: { readonly read: number; readonly list: number; readonly filter: number; readonly sort: number };
  /** Random filters, in addition to those that try each operator and each join. */
  readonly filters: number;
  /** Random sorts. */
  readonly sorts: number;
  /** Values of one field that are requested, many in one request. */
  readonly values: number;
  /** Smaller filters that are tried when one fails (shrinking). */
  readonly steps: number;
}

const ALLOWANCES: Readonly<Record<Budget, Omit<Allowance, 'sparing'>>> = {
  quick: {
    budget: 'quick',
    total: 150,
    requests: { read: 100, list: 120, filter: 200, sort: 300 },
    filters: 0,
    sorts: 0,
    values: 0,
    steps: 0,
  },
  standard: {
    budget: 'standard',
    total: Number.POSITIVE_INFINITY,
    requests: { read: 100, list: 150, filter: 400, sort: 600 },
    filters: 1,
    sorts: 2,
    values: 600,
    steps: 40,
  },
  thorough: {
    budget: 'thorough',
    total: Number.POSITIVE_INFINITY,
    requests: { read: 100, list: 150, filter: 2000, sort: 3000 },
    filters: 150,
    sorts: 30,
    values: 5000,
    steps: 120,
  },
};

/** What a budget allows, with another maximum of the run if one is given. */
export function allowanceOf(budget: Budget, total = ALLOWANCES[budget].total): Allowance {
  return { ...ALLOWANCES[budget], total, sparing: total < Number.POSITIVE_INFINITY };
}

/** Whether a budget is at least as large as another. */
export function reaches(budget: Budget, other: Budget): boolean {
  return BUDGETS.indexOf(budget) >= BUDGETS.indexOf(other);
}

/**
 * The maximum number of requests to operations that were not selected: for sample ids, and for records to compare with.
 */
export const MOST_OF_OTHERS = 300;

/** The maximum number of requests to a selected operation in one run of its checks, not counting retries. */
export function mostRequests({ requests }: Allowance, operation: Operation): number {
  const hasParameter = (parameter: string) => operation.parameters.some(({ name }) => name === parameter);
  if (operation.success.item === undefined) return requests.read;
  return hasParameter('sort') ? requests.sort : hasParameter('filter') ? requests.filter : requests.list;
}
