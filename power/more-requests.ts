import type { Client } from '../engine/client/client.js';
import type { RoundTrip } from '../engine/client/round-trip.js';
import type { Target } from '../engine/target/target.js';
import type { Calls } from './calls.js';
import { decoded, lacking, OF_TRANSPORT } from './recording.js';

/** A limited number of reads of the target, for the responses that the recording of its run lacks. */
export class MoreRequests {
  #sent = 0;

  constructor(
    private readonly client: Client,
    private readonly target: Target,
    /** The maximum number of requests; a failed one is not sent again. */
    private readonly most: number,
  ) {}

  get sent(): number {
    return this.#sent;
  }

  get isSpent(): boolean {
    return this.#sent >= this.most;
  }

  /** Sends reads that have the credential of the run; `calls` identifies these. Any other request is lacking. */
  roundTrip(calls: Calls): RoundTrip {
    return async (request) => {
      const { method, path } = request;
      if (this.isSpent || method !== 'GET' || calls.read(request)?.credentialed !== true) {
        return lacking(request);
      }
      this.#sent += 1;
      const own = Object.entries(request.headers).filter(([name]) => !OF_TRANSPORT.has(name.toLowerCase()));
      // The credential may have been renewed since the request was recorded.
      const headers = { ...Object.fromEntries(own), ...this.target.headers('given') };
      const { received } = await this.client.send({ method, path, headers, once: true });
      return received === null ? lacking(request) : decoded(received);
    };
  }
}
