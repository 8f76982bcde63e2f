import type { Answer } from './answer.js';

/** How often a request is sent: of thousands to a target that drops one in twenty, none is to fail each time. */
const MAX_ATTEMPTS = 5;
/** The first wait in milliseconds; each is twice the one before. */
const FIRST_WAIT_MS = 100;
/** The longest wait that a gateway may request in `Retry-After`; after a longer one its response stands. */
const LONGEST_WAIT_MS = 10_000;
const PASSING = new Set(['network', 'name', 'refused']);
const GATEWAY_ERRORS = new Set([502, 503, 504]);

/** Whether a status comes from a gateway in place of the target, or from a target that is away for a moment. */
export function isGatewayError(status: number): boolean {
  return GATEWAY_ERRORS.has(status);
}

/**
 * How long to wait before a request is sent again, in milliseconds; `null` where its answer stands. A broken connection
 * and a gateway error get four more tries, unless the request writes: it may have been carried out.
 */
export function retryDelay(answer: Answer, attempt: number): number | null {
  const passing = isGatewayError(answer.status) || (answer.failure !== null && PASSING.has(answer.failure.kind));
  if (!passing || attempt >= MAX_ATTEMPTS || answer.request.method !== 'GET') return null;
  const delay = retryAfter(answer) ?? FIRST_WAIT_MS * 2 ** (attempt - 1);
  return delay > LONGEST_WAIT_MS ? null : delay;
}

/** What `Retry-After` says, in milliseconds from now: seconds or a date (RFC 9110 section 10.2.3); `null` without it. */
export function retryAfter(answer: Answer): number | null {
  const value = answer.header('retry-after')?.trim() ?? '';
  const wait = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(wait) ? null : Math.max(wait, 0);
}
