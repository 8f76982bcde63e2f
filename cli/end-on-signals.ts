import { INTERRUPTED } from './interrupt.js';
import { exitNow } from './process-end.js';

/** The signals that interrupt a command: from a terminal, from a supervisor, and from a terminal that is closed. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Ends the process with the documented exit code at a signal that nothing else listens for: before a run begins, after it,
 * and in commands that have nothing to finish. By default Node ends by the signal, with 143 or 129 in a shell.
 */
export function endOnSignals(): void {
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) exitNow(INTERRUPTED);
    });
  }
}
