import { pause } from '../session/pause.js';

const FIRST_MS = 25;
const LONGEST_MS = 1000;
const GROWTH = 1.5;

/** The last value, whether it was the expected one, how often it was read, and for how long. */
export interface Waited<Value> {
  readonly value: Value;
  readonly held: boolean;
  readonly reads: number;
  readonly waitedMs: number;
}

/**
 * What earlier waits of the same sort have taught: how long the last expected value was still absent, in milliseconds.
 */
export interface Rhythm {
  absentMs: number;
}

/**
 * Reads with growing pauses until the value is the expected one or the time is over. The last read begins after that
 * time, so it reads at least once. With a rhythm, a value that is absent at first is next read when the last one was
 * still absent.
 */
export async function waitFor<Value>(
  read: () => Promise<Value>,
  holds: (value: Value) => boolean,
  longestMs: number,
  rhythm?: Rhythm,
): Promise<Waited<Value>> {
  const start = performance.now();
  let pauseMs = FIRST_MS;
  let absentMs = 0;
  for (let reads = 1; ; reads += 1) {
    // The last read begins when the time is over: on a busy machine the first one may take that long.
    const isLast = performance.now() - start >= longestMs;
    const value = await read();
    const waitedMs = performance.now() - start;
    const held = holds(value);
    if (held && rhythm !== undefined) rhythm.absentMs = absentMs;
    if (held || isLast) return { value, held, reads, waitedMs: Math.round(waitedMs) };
    absentMs = waitedMs;
    const first = reads === 1 && rhythm !== undefined && rhythm.absentMs > pauseMs;
    await pause(Math.min(first ? rhythm.absentMs : pauseMs, Math.max(1, longestMs - waitedMs)));
    if (!first) pauseMs = Math.min(pauseMs * GROWTH, LONGEST_MS);
  }
}
