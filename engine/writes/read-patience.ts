import type { Waited } from './waiting.js';

/** After so many waits of different checks in vain, the target is known not to show some writes. */
const ENOUGH = 3;
/** The shortest wait, in milliseconds: some targets take equal writes within a second for one. */
const SHORT_MS = 1500;
/** A wait is at least so many times the longest delay that was seen. */
const FACTOR = 3;

/**
 * How long checks wait until reads show a write to one kind of record: the consistency window, and less once a wait of
 * the same check, or several waits of others, were in vain. A target that does not store what it is sent would
 * otherwise take minutes. Restoring always waits for the whole window.
 */
export class ReadPatience {
  #inVain = 0;
  #longestMs = 0;

  constructor(private readonly windowMs: number) {}

  /** How long to wait, in milliseconds; `gaveUp` says that a wait of the same check was in vain. */
  next(gaveUp: boolean): number {
    if (!gaveUp && this.#inVain < ENOUGH) return this.windowMs;
    return Math.min(this.windowMs, Math.max(SHORT_MS, FACTOR * this.#longestMs));
  }

  record({ held, reads, waitedMs }: Waited<unknown>): void {
    if (!held) this.#inVain += 1;
    else if (reads > 1) this.#longestMs = Math.max(this.#longestMs, waitedMs);
  }

  /** Before a re-run, which confirms findings: waits are as long as at first. */
  reset(): void {
    this.#inVain = 0;
  }
}
