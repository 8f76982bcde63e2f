import { type ClauseId, clause } from '../contract/clauses/index.js';
import type { Operation } from '../contract/types.js';
import type { Transform } from './wire.js';

/** One deviation of one operation, injected between touchstone and its target. */
export interface Fault {
  /** Stable and readable: `getUsers/field-snake-case/lastActive`. */
  readonly id: string;
  /** The id of its operator. */
  readonly operator: string;
  /** The id of the only operation that it changes. */
  readonly operation: string;
  readonly title: string;
  readonly breaks: readonly ClauseId[];
  /** The highest level of the clauses that it breaks. */
  readonly level: 'must' | 'should';
  /** The deviation, for one run: it may remember what that run has sent. */
  begin(): Transform;
}

/** A place of an operation at which an operator applies. */
export interface Site {
  /** The field, the member, or the status: the last part of the id of the fault. Absent if there is one site. */
  readonly detail?: string;
  /** The clauses that it breaks here, if they are others than those of the operator. */
  readonly breaks?: readonly ClauseId[];
  begin(): Transform;
}

/** A mutation operator: a kind of deviation, and where it applies. */
export interface Operator {
  /** Stable, in kebab-case. */
  readonly id: string;
  readonly title: string;
  readonly breaks: readonly ClauseId[];
  /** The sites of an operation, from the contract and the schemas alone; none where it does not apply. */
  sites(operation: Operation): readonly Site[];
}

/** The faults of an operator on an operation. */
export function faultsOf({ id: operator, title, breaks: usual, sites }: Operator, operation: Operation): Fault[] {
  return sites(operation).map(({ detail, breaks = usual, begin }) => ({
    id: [operation.id, operator, ...(detail === undefined ? [] : [detail])].join('/'),
    operator,
    operation: operation.id,
    title: detail === undefined ? title : `${title}: ${detail}`,
    breaks,
    level: breaks.some((one) => clause(one).level === 'must') ? 'must' : 'should',
    begin,
  }));
}

/** An operator that has one site on each operation that a predicate selects. */
export function operator(
  id: string,
  title: string,
  breaks: ClauseId | readonly ClauseId[],
  applies: (operation: Operation) => boolean,
  transform: Transform,
): Operator {
  return remembering(id, title, breaks, applies, () => transform);
}

/** As `operator`, for a transform that remembers what a run has sent. */
export function remembering(
  id: string,
  title: string,
  breaks: ClauseId | readonly ClauseId[],
  applies: (operation: Operation) => boolean,
  begin: () => Transform,
): Operator {
  return { id, title, breaks: [breaks].flat(), sites: (operation) => (applies(operation) ? [{ begin }] : []) };
}
