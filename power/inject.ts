import type { RoundTrip, WireResponse } from '../engine/client/round-trip.js';
import type { Fault } from '../faults/fault.js';
import type { Calls } from './calls.js';

/** A target with one fault. */
export interface Injected {
  readonly roundTrip: RoundTrip;
  /** The number of responses that are not those of the target. */
  readonly changed: () => number;
}

/** A target with one fault, from the round trip to the target itself. */
export function inject(fault: Fault, calls: Calls, next: RoundTrip): Injected {
  const transform = fault.begin();
  let changed = 0;
  return {
    changed: () => changed,
    roundTrip: async (request) => {
      const call = calls.read(request);
      if (call === null || call.operation !== fault.operation) return next(request);
      const reply = await transform(call, (other) => next(other === call ? request : calls.write(other, request)));
      if (!isSame(reply, await next(request))) changed += 1;
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
