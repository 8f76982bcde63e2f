import type { RoundTrip, WireRequest, WireResponse } from '../engine/client/round-trip.js';

/** Headers that differ from one request to the next and that no response depends on. */
const OF_TRANSPORT = new Set(['user-agent', 'traceparent', 'accept']);

/** The exchanges of a run, by request: a response stands for every later response to the same request. */
export class Recording {
  readonly #responses = new Map<string, WireResponse>();
  #bytes = 0;

  constructor(
    /** The most bytes of bodies that are kept; what comes later is not recorded. */
    private readonly mostBytes = Number.POSITIVE_INFINITY,
  ) {}

  find(request: WireRequest): WireResponse | undefined {
    return this.#responses.get(keyOf(request));
  }

  add(request: WireRequest, response: WireResponse): void {
    const key = keyOf(request);
    if (this.#responses.has(key) || this.#bytes + response.body.length > this.mostBytes) return;
    this.#bytes += response.body.length;
    this.#responses.set(key, response);
  }

  /** A round trip that the recording serves; what it lacks goes to `next`, and is recorded. By default that fails. */
  serve(next: RoundTrip = lacking): RoundTrip {
    return async (request) => {
      const known = this.find(request);
      if (known !== undefined) return known;
      const response = await next(request);
      this.add(request, response);
      return response;
    };
  }
}

/** The round trip of a request whose response a recording lacks. */
const lacking: RoundTrip = () =>
  Promise.reject(Object.assign(new Error('not recorded'), { code: 'TOUCHSTONE_UNRECORDED' }));

function keyOf({ method, path, headers }: WireRequest): string {
  const own = Object.entries(headers).filter(([name]) => !OF_TRANSPORT.has(name.toLowerCase()));
  return JSON.stringify([method, path, own.sort()]);
}
