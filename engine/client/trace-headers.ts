import { randomUUID } from 'node:crypto';

/** What a request belongs to. */
interface Traced {
  readonly run: string;
  /** The id of the check that sends it, if there is one. */
  readonly check?: string;
  /** Whether the target is asked to record the trace. */
  readonly sampled?: boolean;
}

/**
 * The headers of W3C Trace Context and Baggage: each request has a trace of its own, because a trace of thousands of
 * requests is cut off by tracing back ends; the baggage says which run and check it belongs to.
 */
export function traceHeaders({ run, check, sampled = false }: Traced): { traceparent: string; baggage: string } {
  // Node creates these ids from a cache of random bytes, which costs less than random bytes for each request.
  const traceId = randomUUID().replaceAll('-', '');
  const spanId = randomUUID().replaceAll('-', '').slice(0, 16);
  return {
    traceparent: `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`,
    baggage: [
      `touchstone.run=${run}`,
      ...(check === undefined ? [] : [`touchstone.check=${encodeURIComponent(check)}`]),
    ].join(','),
  };
}
