import type { Io } from './io.js';

/** The exit code of an interrupted process. */
export const INTERRUPTED = 130;

/** Milliseconds after the first interrupt until the process exits in any case; the whole exit takes less than 5 s. */
export const LONGEST_MS = 4200;

/**
 * Turns the first interrupt into an aborted signal and calls `onFirst`. The second interrupt, or the time limit, calls
 * `onEnd` and exits at once. `stop` removes the handlers.
 */
export function interruptible(
  io: Io,
  onFirst: () => void,
  onEnd: () => void = () => undefined,
  longestMs = LONGEST_MS,
): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    onEnd();
    io.exit(INTERRUPTED);
  };
  const unlisten = io.onInterrupt(() => {
    if (controller.signal.aborted) return end();
    timer = setTimeout(end, longestMs);
    controller.abort();
    onFirst();
  });
  const stop = () => {
    clearTimeout(timer);
    unlisten();
  };
  return { signal: controller.signal, stop };
}

/**
 * Does work that one interrupt does not end, such as writing the reports of a finished run; returns whether there was one.
 * The second interrupt, or the time limit, exits at once.
 */
export async function throughInterrupt(io: Io, work: () => Promise<void>): Promise<boolean> {
  const { signal, stop } = interruptible(io, () => {
    io.stderr.write('touchstone: interrupted: writing the reports; interrupt again to stop at once\n');
  });
  try {
    await work();
    return signal.aborted;
  } finally {
    stop();
  }
}
