/** Requests in flight at most, unless an option says otherwise. */
export const DEFAULT_CONCURRENCY = 10;

/** How long to wait for a response, in milliseconds, unless an option says otherwise. */
export const DEFAULT_TIMEOUT_MS = 30_000;
