import type { RoundTrip, WireRequest, WireResponse } from '../engine/client/round-trip.js';

/** Headers that differ from one request to the next and that no response depends on. */
export const OF_TRANSPORT: ReadonlySet<string> = new Set([
  'user-agent',
  'traceparent',
  'baggage',
  'accept',
  'if-none-match',
]);

/** A request and its response. */
export interface Exchange {
  readonly request: WireRequest;
  readonly response: WireResponse;
}

/** The exchanges of a run: the first response to a request stands for every later one. */
export class Recording {
  #exchanges = new Map<string, Exchange>();
  #bytes = 0;
  #isExceeded = false;

  constructor(
    /** The maximum size of all bodies, in bytes; beyond it, nothing is recorded. */
    private readonly mostBytes = Number.POSITIVE_INFINITY,
    exchanges: Iterable<Exchange> = [],
  ) {
    for (const { request, response } of exchanges) this.add(request, response);
  }

  /** Whether the responses took more than the maximum, so that none of them is kept. */
  get isExceeded(): boolean {
    return this.#isExceeded;
  }

  get exchanges(): readonly Exchange[] {
    return [...this.#exchanges.values()];
  }

  find(request: WireRequest): WireResponse | undefined {
    return this.#exchanges.get(keyOf(request))?.response;
  }

  add(request: WireRequest, response: WireResponse): void {
    const key = keyOf(request);
    if (this.#isExceeded || this.#exchanges.has(key)) return;
    if (this.#bytes + response.body.length > this.mostBytes) {
      this.#isExceeded = true;
      // A part of a recording is of no use.
      this.#exchanges = new Map();
      return;
    }
    this.#bytes += response.body.length;
    this.#exchanges.set(key, { request, response });
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

/** A response as it is recorded: its body is decoded already. */
export function decoded({ headers, ...response }: WireResponse): WireResponse {
  const { 'content-encoding': _coding, 'content-length': _length, ...rest } = headers;
  return { ...response, headers: rest };
}

/** The round trip of a request whose response a recording lacks. */
export const lacking: RoundTrip = () =>
  Promise.reject(Object.assign(new Error('not recorded'), { code: 'TOUCHSTONE_UNRECORDED' }));

function keyOf({ method, path, headers }: WireRequest): string {
  const own = Object.entries(headers).filter(([name]) => !OF_TRANSPORT.has(name.toLowerCase()));
  return JSON.stringify([method, path, own.sort()]);
}
