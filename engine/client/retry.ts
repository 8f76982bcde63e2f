import type { Answer } from './answer.js';
import { isGatewayError } from './cause.js';

/**
 * The maximum number of attempts: with a target that drops one request in twenty, none of thousands should fail every
 * time.
 */
const MAX_ATTEMPTS = 5;
/** The first wait in milliseconds; each is twice the one before. */
const FIRST_WAIT_MS = 100;
/** The longest `Retry-After` that is obeyed; after a longer one the response stands. */
const LONGEST_WAIT_MS = 10_000;
const PASSING = new Set(['network', 'name', 'refused']);

/**
 * How long to wait before a retry, in milliseconds; `null` if the response stands. A broken connection and a gateway
 * error get four more attempts and a 500 one, which shows whether it passes; a request that writes gets none, because the
 * write may have been carried out.
 */
export function retryDelay(answer: Answer, attempt: number): number | null {
  if (isServerError(answer) && attempt === 1 && answer.request.method === 'GET') return 0;
  const passing = isGatewayError(answer.status) || (answer.failure !== null && PASSING.has(answer.failure.kind));
  if (!passing || attempt >= MAX_ATTEMPTS || answer.request.method !== 'GET') return null;
  const delay = retryAfter(answer) ?? FIRST_WAIT_MS * 2 ** (attempt - 1);
  return delay > LONGEST_WAIT_MS ? null : delay;
}

/** Whether a response is a 500, which the target itself sends. */
export const isServerError = ({ status }: Answer): boolean => status === 500;

/** What `Retry-After` says, in milliseconds from now: seconds or a date (RFC 9110 section 10.2.3); `null` without it. */
export function retryAfter(answer: Answer): number | null {
  const value = answer.header('retry-after')?.trim() ?? '';
  const wait = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(wait) ? null : Math.max(wait, 0);
}
