import type { RoundTrip } from '../engine/client/round-trip.js';
import type { Reference } from '../reference/index.js';

/** Sends requests to a reference in this process, without a network. */
export function roundTripOf({ app }: Reference): RoundTrip {
  return async ({ method, path, headers, body }) => {
    const payload = body === undefined ? {} : { payload: body };
    const response = await app.inject({ method: method as 'GET', url: path, headers, ...payload });
    const given = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
    return { status: response.statusCode, headers: Object.fromEntries(given), body: response.rawPayload };
  };
}
