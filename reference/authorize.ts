import type { Context } from './behaviour.js';
import { Refusal } from './refusal.js';

/**
 * Requires the credential of the server (section "Authentication"; the scheme is unspecified, this is one choice). It
 * depends only on the headers, so the response does not reveal whether a record exists.
 */
export function authorize({ headers, guard }: Context): void {
  if (guard.accepts(headers)) return;
  const { challenge } = guard;
  const message = challenge === 'Bearer' ? 'A valid bearer token is required' : 'A valid credential is required';
  throw new Refusal(401, message, challenge === null ? {} : { 'www-authenticate': challenge });
}
