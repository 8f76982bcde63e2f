import type { RoundTrip, WireResponse } from '../engine/client/round-trip.js';
import type { Fault } from '../faults/fault.js';
import type { Calls } from './calls.js';

/** A target with one fault. */
export interface Injected {
  readonly roundTrip: RoundTrip;
  /** The number of responses that are not those of the target. */
  readonly changed: () => number;
}

/**
 * A target with one fault, from the round trip to the target itself. `unapplied` answers writes in the same way, and
 * changes nothing; by default a write is never sent by a fault that reads.
 */
export function inject(fault: Fault, calls: Calls, next: RoundTrip, unapplied: RoundTrip = next): Injected {
  const transform = fault.begin();
  let changed = 0;
  return {
    changed: () => changed,
    roundTrip: async (request) => {
      const call = calls.read(request);
      if (call === null || call.operation !== fault.operation) return next(request);
      let usual: WireResponse | undefined;
      let isOtherwise = false;
      const reply = await transform(call, async (other, { applied } = { applied: true }) => {
        const sent = other === call ? request : calls.write(other, request);
        if (other === call && applied && usual === undefined) {
          usual = await next(request);
          return usual;
        }
        isOtherwise ||= sent.method !== 'GET';
        return (applied ? next : unapplied)(sent);
      });
      // A write is sent once: a second one may have another effect.
      usual ??= request.method === 'GET' ? await next(request) : undefined;
      if (isOtherwise || usual === undefined || !isSame(reply, usual)) changed += 1;
      return reply;
    },
  };
}

function isSame(one: WireResponse, other: WireResponse): boolean {
  if (one === other) return true;
  return (
    one.status === other.status &&
    one.body.equals(other.body) &&
    one.headers['content-type'] === other.headers['content-type'] &&
    one.headers.location === other.headers.location
  );
}
