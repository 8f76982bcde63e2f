import type { Context } from './behaviour.js';
import { Refusal } from './refusal.js';

/**
 * Requires the bearer token of the server (section "Authentication"; the scheme is unspecified, this is one choice). It
 * depends only on the header, so the response does not reveal whether a record exists.
 */
export function authorize({ headers, token }: Context): void {
  const [scheme, credential, ...rest] = String(headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() === 'bearer' && credential === token && rest.length === 0) return;
  throw new Refusal(401, 'A valid bearer token is required', { 'www-authenticate': 'Bearer' });
}
