import type { CheckOptions, Progress } from '../engine/target/options.js';

/** Stops a run after so many failed checks; the interrupt of the user stops it too. */
export interface Bail {
  /** The signal that stops the run: that of the user, or that of the last failure; absent without either. */
  readonly signal: AbortSignal | undefined;
  /** Counts the failures of a run so far. */
  count(progress: Progress): void;
  /** Why the run stopped; `null` if it did not stop for its failures. */
  reason(): string | null;
}

/** The stop of a run by the option `--bail`. Warnings count in a strict run, accepted differences never. */
export function bailOf({ bail, strict = false, signal }: CheckOptions): Bail {
  const own = new AbortController();
  const signals = [...(signal === undefined ? [] : [signal]), ...(bail === undefined ? [] : [own.signal])];
  return {
    signal: signals.length === 0 ? undefined : AbortSignal.any(signals),
    count({ failed, warnings, done, total }) {
      // After the last check there is nothing to stop.
      if (bail !== undefined && done < total && failed + (strict ? warnings : 0) >= bail) own.abort();
    },
    reason: () =>
      own.signal.aborted
        ? `the run stopped after ${bail === 1 ? '1 failed check' : `${bail} failed checks`} (--bail ${bail}): the checks that had not run are inconclusive`
        : null,
  };
}
