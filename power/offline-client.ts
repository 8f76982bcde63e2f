import type { Tier } from '../contract/types.js';
import type { Answer } from '../engine/client/answer.js';
import { Client } from '../engine/client/client.js';
import type { Outgoing } from '../engine/client/outgoing.js';
import { interceptorOf, type RoundTrip } from '../engine/client/round-trip.js';

/** The client has no target to spare: these limits only bound what is in flight. */
const AT_ONCE = 16;
const TIMEOUT_MS = 30_000;
/** Marks the requests that restore records, on their way through the client. */
const RESTORES = 'touchstone-restores';

interface OfflineClientOptions {
  readonly origin: string;
  readonly roundTrip: RoundTrip;
  /** Answers the requests that restore records; by default `roundTrip` does. */
  readonly restoring?: RoundTrip;
  readonly tiers?: ReadonlySet<Tier>;
}

/** A client whose requests a round trip answers, without a network. */
export class OfflineClient extends Client {
  constructor({ origin, roundTrip, restoring = roundTrip, tiers }: OfflineClientOptions) {
    super({
      origin,
      concurrency: AT_ONCE,
      timeoutMs: TIMEOUT_MS,
      userAgent: 'touchstone',
      offline: true,
      interceptors: [
        interceptorOf(() => (request) => {
          const { [RESTORES]: restores, ...headers } = request.headers;
          return restores === undefined ? roundTrip(request) : restoring({ ...request, headers });
        }),
      ],
      ...(tiers && { tiers }),
    });
  }

  override send(outgoing: Outgoing): Promise<Answer> {
    // Only what restores a record reads after an interrupt.
    const restores = outgoing.restores === true || (outgoing.method === 'GET' && outgoing.unstoppable === true);
    return super.send(restores ? { ...outgoing, headers: { ...outgoing.headers, [RESTORES]: '1' } } : outgoing);
  }
}
