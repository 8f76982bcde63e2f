import type { Context } from './behaviour.js';
import { Refusal } from './refusal.js';

/**
 * Asks for the bearer token of the server (section "Authentication"; the scheme is a gap, this is one choice). It
 * looks at nothing but the header, so its answer cannot tell whether a record exists.
 */
export function authorize({ headers, token }: Context): void {
  const [scheme, credential, ...rest] = String(headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() === 'bearer' && credential === token && rest.length === 0) return;
  throw new Refusal(401, 'A valid bearer token is required', { 'www-authenticate': 'Bearer' });
}
