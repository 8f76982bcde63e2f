import type { Io } from './io.js';

/** The exit code of a process that a person stopped. */
const INTERRUPTED = 130;

/**
 * Turns the first SIGINT or SIGTERM into an aborted signal and calls `onFirst`; the second calls `onSecond` and ends the
 * process at once. `stop` gives the signals back.
 */
export function interruptible(
  io: Io,
  onFirst: () => void,
  onSecond: () => void = () => undefined,
): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController();
  const stop = io.onInterrupt(() => {
    if (controller.signal.aborted) {
      onSecond();
      return io.exit(INTERRUPTED);
    }
    controller.abort();
    onFirst();
  });
  return { signal: controller.signal, stop };
}
