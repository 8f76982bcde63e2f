import type { Operation } from '../../contract/types.js';
import type { Answer } from '../client/answer.js';
import type { Problem } from './validation.js';

/** An answer to a valid request, with what was asked and what the body is. */
export interface Seen {
  readonly operation: Operation;
  readonly answer: Answer;
  readonly query: Query;
  /** The path parameters that were filled in. */
  readonly params: Readonly<Record<string, string>>;
  /** The body where the answer is a success with JSON, else `undefined`. */
  readonly body: unknown;
  /** Where the body differs from its schema; empty where there is no body. */
  readonly problems: readonly Problem[];
  /** The id of the check that asked, where it is one that writes. */
  readonly by?: string;
}

/** Query parameters: a list sends the parameter once for each value, `undefined` leaves it out. */
export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** A difference as a rule reports it. */
export interface Difference {
  /** `status`, `header content-type`, or a JSON Pointer into the body. */
  readonly at: string;
  readonly expected: string;
  readonly actual: unknown;
  readonly message: string;
}

export type Report = (difference: Difference) => void;
