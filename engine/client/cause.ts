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
 * Why a response to a request with the given credential says nothing of what was requested; `null` where it may. A 401
 * to a request without that credential is what the document demands: do not call it for one.
 */
export function causeOf({ failure, status }: Pick<Answer, 'failure' | 'status'>): Cause | null {
  if (failure !== null) return failure.cause ?? OF_FAILURE[failure.kind];
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 429) return 'rate-limited';
  return status >= 500 ? 'server-error' : null;
}
