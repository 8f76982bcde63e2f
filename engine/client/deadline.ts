import { coded } from './body.js';

/** The time limits of the connection, the headers and the body come first, because they say more. */
const GRACE_MS = 1000;

/** Ends a request that nothing else ends, such as one that is answered with interim responses (1xx) only. */
export interface Deadline {
  /** Aborted with the reason of the run, or with the error code `TOUCHSTONE_SLOW` once the time is over. */
  readonly signal: AbortSignal;
  /** Starts the clock: the request has this many milliseconds. */
  start(ms: number): void;
  /** Must be called once the request has ended. */
  end(): void;
}

/** The deadline of one request, which also ends with the run. */
export function deadline(run: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const stop = () => controller.abort(run?.reason);
  let timer: NodeJS.Timeout | undefined;
  if (run?.aborted) stop();
  else run?.addEventListener('abort', stop, { once: true });
  return {
    signal: controller.signal,
    start(ms) {
      timer = setTimeout(() => controller.abort(coded('TOUCHSTONE_SLOW')), ms + GRACE_MS);
    },
    end() {
      clearTimeout(timer);
      run?.removeEventListener('abort', stop);
    },
  };
}
