import type { Answer, Pagination, Reply } from './model.js';

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/** A serialized response: JSON text, or no body if the response has none. */
export function respond({ status, headers, body }: Answer): Reply {
  if (body === undefined) return { status, headers: { ...headers }, text: null };
  return { status, headers: { ...JSON_HEADERS, ...headers }, text: toJson(body) };
}

/**
 * JSON text with an exact `page_number`. It has 64 bits in two areas, more than a number can hold, and must be
 * repeated. The replaced text cannot occur within a string, where its quotes would be escaped.
 */
function toJson(body: unknown): string {
  const { pagination } = (body ?? {}) as { readonly pagination?: Pagination };
  const exact = pagination?.page_number;
  if (typeof exact !== 'bigint') return JSON.stringify(body);
  const text = JSON.stringify({ ...(body as object), pagination: { ...pagination, page_number: Number(exact) } });
  return text.replace(`"page_number":${Number(exact)}`, `"page_number":${exact}`);
}
