import type { Exchange } from '../schemas/generated/touchstone.js';

/** The place of the trace id in a template. */
const PLACE = '{traceId}';
/** A URL without a credential, and without a character that ends it in HTML or in Markdown. */
const SAFE = /^https?:\/\/(?![^/?#]*@)[\w.~:/?#@!$&*+,;=%-]+$/;

/** The trace id of a request (W3C Trace Context), with which its target can find it; `null` if it has none. */
export function traceIdOf(exchange: Pick<Exchange, 'request'> | undefined): string | null {
  return /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(exchange?.request.headers.traceparent ?? '')?.[1] ?? null;
}

/** Whether a template has links: it contains a place for the trace id, and is otherwise an http or https URL. */
export function isTraceTemplate(template: string): boolean {
  return template.includes(PLACE) && SAFE.test(template.replaceAll(PLACE, '0'));
}

/** The URL of the trace of a request; `null` without a trace id, or if `template` is not an http or https URL. */
export function traceLink(exchange: Pick<Exchange, 'request'>, template: string | undefined): string | null {
  const id = traceIdOf(exchange);
  const url = template !== undefined && id !== null ? template.replaceAll(PLACE, id) : '';
  return SAFE.test(url) ? url : null;
}
