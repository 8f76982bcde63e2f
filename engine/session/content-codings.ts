import type { Operation } from '../../contract/types.js';
import type { Query } from './seen.js';

/** The content codings that most clients accept (RFC 9110 section 12.5.3). */
const CODINGS = 'gzip, deflate, br';
/** Requests for pages of this size, or larger ones, accept them. */
const CODED_SIZE = 100;

/**
 * The header with the content codings that a request accepts, if any: a target that compresses wrongly shows it to most clients.
 * Each list is read without codings too.
 */
export function codingsOf({ success }: Operation, query: Query = {}): Readonly<Record<string, string>> {
  const isCoded = success.item === undefined || Number(query.page_size ?? 0) >= CODED_SIZE;
  return isCoded ? { 'accept-encoding': CODINGS } : {};
}
