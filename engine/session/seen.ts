import type { Operation } from '../../contract/types.js';
import type { Answer } from '../client/answer.js';
import type { Credential } from '../target/credentials.js';
import type { Problem } from './validation.js';

/**
 * A response to a valid request, to a query of a list that the target might have rejected and did not, or one that rejects a
 * write, with the request and the parsed body; or a request without a response.
 */
export interface Seen {
  readonly operation: Operation;
  readonly answer: Answer;
  readonly query: Query;
  /** The path parameters that were filled in. */
  readonly params: Readonly<Record<string, string>>;
  /** The body if the response is a success with JSON, else `undefined`. */
  readonly body: unknown;
  /** The deviations of the body from its schema; empty if there is no body. */
  readonly problems: readonly Problem[];
  /** The id of the check that sent the request, if it is a check that writes. */
  readonly by?: string;
  /** The headers of the request that differ from the usual ones. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The target might have rejected the query, or the write. The records of a body that is a list are not validated. */
  readonly accepted?: true;
  /** The target might have rejected the request, and there is no response of its own. */
  readonly unanswered?: true;
  /** The credential of a write that the response rejects; absent for a valid request. */
  readonly rejected?: Credential;
}

/** Query parameters: an array repeats the parameter for each value, `undefined` omits it. */
export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** A difference as a rule reports it. */
export interface Difference {
  /** `status`, `header content-type`, or a JSON Pointer into the body. */
  readonly at: string;
  /** The fields of a record that it concerns, if `at` names none. */
  readonly fields?: readonly string[];
  readonly expected: string;
  readonly actual: unknown;
  readonly message: string;
  /** The id of the kind of records that it shows to be changed by writes that do not name them. */
  readonly spreads?: string;
  /**
   * The check has seen it in several records, each written to for the first time: a re-run finds nothing that such a record
   * could still lose.
   */
  readonly replicated?: boolean;
}

export type Report = (difference: Difference) => void;
