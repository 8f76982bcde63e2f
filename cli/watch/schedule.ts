/** The longest time that a timer of Node can wait, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;

/** When runs start: every so many milliseconds, each later by up to `jitterMs`. */
export interface Schedule {
  readonly everyMs: number;
  readonly jitterMs: number;
}

/**
 * Milliseconds until the next run starts. Runs are due at multiples of the interval after `begunMs`, so that neither their
 * duration nor the jitter adds up. A run that takes longer than the interval skips the times that have passed: runs never
 * overlap. `random` returns a number from 0 to 1.
 */
export function untilNext(
  { everyMs, jitterMs }: Schedule,
  begunMs: number,
  nowMs: number,
  random: () => number,
): number {
  const passed = Math.max(0, nowMs - begunMs);
  const due = begunMs + (Math.floor(passed / everyMs) + 1) * everyMs;
  return Math.min(due - nowMs + Math.floor(random() * jitterMs), LONGEST_MS);
}
