import type { Answer } from './answer.js';

const MAX_ATTEMPTS = 3;
/** What a 503 may ask for in its `Retry-After` before the answer stands. */
const LONGEST_WAIT_MS = 10_000;
const PASSING = new Set(['network', 'name', 'refused']);

/**
 * How long to wait before a request is sent again, in milliseconds; `null` where its answer stands. A broken connection
 * and a 503 get two more tries, unless the request writes: it may have been carried out.
 */
export function retryDelay(answer: Answer, attempt: number): number | null {
  const passing = answer.status === 503 || (answer.failure !== null && PASSING.has(answer.failure.kind));
  if (!passing || attempt >= MAX_ATTEMPTS || answer.request.method !== 'GET') return null;
  const delay = retryAfter(answer) ?? 100 * 4 ** (attempt - 1);
  return delay > LONGEST_WAIT_MS ? null : delay;
}

/** What `Retry-After` says, in milliseconds from now: seconds or a date (RFC 9110 section 10.2.3); `null` without it. */
export function retryAfter(answer: Answer): number | null {
  const value = answer.header('retry-after')?.trim() ?? '';
  const wait = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(wait) ? null : Math.max(wait, 0);
}
