import type { Answer } from './answer.js';
import type { Cause, Failure } from './failure.js';

const OF_FAILURE: Readonly<Record<Failure['kind'], Cause | null>> = {
  name: 'transport',
  refused: 'transport',
  tls: 'transport',
  network: 'transport',
  protocol: 'transport',
  timeout: 'timeout',
  'too-large': null,
  coding: null,
  unsendable: null,
  aborted: null,
  unsent: null,
};

/**
 * Why a response to a request with the given credential does not answer the request; `null` if it does. A 401 to a
 * request without that credential is correct behaviour: do not call this function for it.
 */
export function causeOf({ failure, status }: Pick<Answer, 'failure' | 'status'>): Cause | null {
  if (failure !== null) return failure.cause ?? OF_FAILURE[failure.kind];
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 429) return 'rate-limited';
  return status >= 500 ? 'server-error' : null;
}
