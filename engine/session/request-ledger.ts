import type { Operation } from '../../contract/types.js';
import { DEFAULTS } from '../../options/declared.js';
import { type Allowance, allowanceOf, type Budget, MOST_OF_OTHERS, mostRequests } from '../target/budget.js';
import { Inconclusive } from './signals.js';

/** Counts the requests of one run of the checks, and stops the requests of an operation when its budget is used up. */
export class RequestLedger {
  readonly #spent = new Map<string, number>();
  #sent = 0;

  constructor(
    readonly allowance: Allowance,
    /** The ids of the operations that were selected. */
    private readonly selected: ReadonlySet<string>,
    /** Unlimited for writes: every record that was written to has to be restored. */
    private readonly bounded = true,
  ) {}

  /** Inconclusive if no request of the run is left. */
  assertLeft(): void {
    if (this.bounded && this.#sent >= this.allowance.total) throw new Inconclusive(this.#reasonOfRun());
  }

  /** Counts one request; inconclusive if none is left. */
  take(operation: Operation): void {
    if (!this.bounded) return;
    const selected = this.selected.has(operation.id);
    const [share, most] = selected ? [operation.id, mostRequests(this.allowance, operation)] : ['', MOST_OF_OTHERS];
    const spent = this.#spent.get(share) ?? 0;
    if (spent >= most) throw new Inconclusive(this.#reason(operation, selected, most));
    this.assertLeft();
    this.#spent.set(share, spent + 1);
    this.#sent += 1;
  }

  #reasonOfRun(): string {
    return `all ${this.allowance.total} requests of the run are used up; increase --max-requests`;
  }

  #reason({ id }: Operation, selected: boolean, most: number): string {
    const { budget } = this.allowance;
    if (!selected) return `all ${most} requests for operations that were not selected are used up`;
    const remedy = budget === 'thorough' ? '' : '; use a larger --budget';
    return `all ${most} requests that the ${budget} budget allows for ${id} are used up${remedy}`;
  }
}

/** A ledger without limits, for requests of checks that write. */
export function unboundedLedger(budget: Budget = DEFAULTS.budget): RequestLedger {
  return new RequestLedger(allowanceOf(budget), new Set(), false);
}
