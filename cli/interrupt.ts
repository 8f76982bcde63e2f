import type { Io } from './io.js';

/** The exit code of a process that a person stopped. */
export const INTERRUPTED = 130;

/** How long after the first interrupt a process ends whatever it waits for, in milliseconds; less than 5 s with its end. */
const LONGEST_MS = 4200;

/**
 * Turns the first interrupt into an aborted signal and calls `onFirst`. The second one, or the time after which an
 * interrupted process ends in any case, calls `onEnd` and ends the process at once. `stop` gives the signals back.
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
