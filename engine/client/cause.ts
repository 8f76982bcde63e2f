import type { Answer } from './answer.js';
import type { Cause, Failure } from './failure.js';

const OF_FAILURE: Readonly<Record<Failure['kind'], Cause | null>> = {
  name: 'transport',
  refused: 'transport',
  tls: 'transport',
  network: 'transport',
  protocol: 'transport',
  timeout: 'timeout',
  'too-large': 'limit',
  coding: 'limit',
  unsendable: null,
  uncertified: null,
  aborted: null,
  unsent: null,
  unrecorded: null,
};

const GATEWAY_ERRORS = new Set([502, 503, 504]);

/**
 * Why a response to a request with the given credential does not answer the request; `null` if it does. A 401 to a
 * request without that credential is correct behaviour: do not call this function for it. Whether JSON exceeds a limit
 * is known once it was read.
 */
export function causeOf(
  answer: Pick<Answer, 'failure' | 'status'> & Partial<Pick<Answer, 'exceedsLimit'>>,
): Cause | null {
  const { failure, status, exceedsLimit = false } = answer;
  if (failure !== null) return failure.cause ?? OF_FAILURE[failure.kind];
  if (exceedsLimit) return 'limit';
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 429) return 'rate-limited';
  return status >= 500 ? 'server-error' : null;
}

/** Whether a status comes from a gateway, or from a target that is briefly unavailable. */
export function isGatewayError(status: number): boolean {
  return GATEWAY_ERRORS.has(status);
}

const MISSING = new Set<Failure['kind']>(['network', 'timeout', 'protocol']);

/** Whether a request was sent, and no response of the target itself came back. */
export function isMissing({ failure, status }: Pick<Answer, 'failure' | 'status'>): boolean {
  return failure === null ? isGatewayError(status) : MISSING.has(failure.kind);
}

/**
 * Whether the target is away: there is no response, or one that does not concern the request, because a gateway sent it,
 * the target is busy, or it rejects the given credential. A 403 or a 500 is a response to the request.
 */
export function isAway(answer: Pick<Answer, 'failure' | 'status'>): boolean {
  if (answer.failure !== null || isGatewayError(answer.status)) return true;
  const cause = causeOf(answer);
  return cause === 'unauthorized' || cause === 'rate-limited';
}
