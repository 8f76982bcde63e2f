import type { Exchange } from '../schemas/generated/touchstone.js';

/** A URL without a character that ends it in HTML or in Markdown. */
const SAFE = /^https?:\/\/[\w.~:/?#@!$&*+,;=%-]+$/;

/** The trace id of a request (W3C Trace Context), with which its target can find it; `null` if it has none. */
export function traceIdOf(exchange: Pick<Exchange, 'request'> | undefined): string | null {
  return /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(exchange?.request.headers.traceparent ?? '')?.[1] ?? null;
}

/** The URL of the trace of a request; `null` without a trace id, or if `template` is not an http or https URL. */
export function traceLink(exchange: Pick<Exchange, 'request'>, template: string | undefined): string | null {
  const id = traceIdOf(exchange);
  const url = template !== undefined && id !== null ? template.replaceAll('{traceId}', id) : '';
  return SAFE.test(url) ? url : null;
}
