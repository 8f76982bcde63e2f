import pThrottle from 'p-throttle';

/** Resolves when the next request may be sent. */
export type Pace = () => Promise<unknown>;

/** Limits the rate to this many requests per second, evenly spaced; unlimited if undefined. */
export function paceOf(rps: number | undefined, signal?: AbortSignal): Pace {
  const turn = async () => undefined;
  return rps === undefined ? turn : pThrottle({ limit: 1, interval: 1000 / rps, ...(signal && { signal }) })(turn);
}
