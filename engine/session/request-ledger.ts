import type { Operation } from '../../contract/types.js';
import {
  type Allowance,
  allowanceOf,
  type Budget,
  DEFAULT_BUDGET,
  MOST_OF_OTHERS,
  mostRequests,
} from '../target/budget.js';
import { Inconclusive } from './signals.js';

/** Counts the requests of one look at the target, and ends those of an operation when its share is spent. */
export class RequestLedger {
  readonly #spent = new Map<string, number>();

  constructor(
    readonly allowance: Allowance,
    /** The ids of the operations that were selected. */
    private readonly selected: ReadonlySet<string>,
    /** Among writes nothing is cut off: what was begun has to be put back. */
    private readonly bounded = true,
  ) {}

  /** Takes one request; inconclusive where there is none left. */
  take(operation: Operation): void {
    if (!this.bounded) return;
    const selected = this.selected.has(operation.id);
    const [share, most] = selected ? [operation.id, mostRequests(this.allowance, operation)] : ['', MOST_OF_OTHERS];
    const spent = this.#spent.get(share) ?? 0;
    if (spent >= most) throw new Inconclusive(this.#reason(operation, selected, most));
    this.#spent.set(share, spent + 1);
  }

  #reason({ id }: Operation, selected: boolean, most: number): string {
    const { budget } = this.allowance;
    if (!selected) return `all ${most} requests for operations that were not selected are used up`;
    const remedy = budget === 'thorough' ? '' : '; use a larger --budget';
    return `all ${most} requests that the ${budget} budget allows for ${id} are used up${remedy}`;
  }
}

/** Counts nothing: for what is asked among writes. */
export function unboundedLedger(budget: Budget = DEFAULT_BUDGET): RequestLedger {
  return new RequestLedger(allowanceOf(budget), new Set(), false);
}
