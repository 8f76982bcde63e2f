import { INTERRUPTED } from '../interrupt.js';
import type { Io } from '../io.js';

/** Milliseconds after the first interrupt until the process exits in any case: after the limit of a run, within 5 s. */
const LONGEST_MS = 4600;

/** The signal that stops a watch. */
export interface StopSignal {
  readonly signal: AbortSignal;
  /** Whether a run is going on, which handles interrupts itself. */
  running: boolean;
  remove(): void;
}

/** Aborts the signal at the first interrupt and calls `onFirst`. The second one exits at once, unless a run handles it. */
export function stopSignal(io: Io, onFirst: () => void): StopSignal {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const unlisten = io.onInterrupt(() => {
    if (controller.signal.aborted) {
      if (!stop.running) io.exit(INTERRUPTED);
      return;
    }
    timer = setTimeout(() => io.exit(INTERRUPTED), LONGEST_MS);
    controller.abort();
    onFirst();
  });
  const stop: StopSignal = {
    signal: controller.signal,
    running: false,
    remove() {
      clearTimeout(timer);
      unlisten();
    },
  };
  return stop;
}
