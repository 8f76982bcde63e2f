import { pause } from '../session/pause.js';

const FIRST_MS = 25;
const LONGEST_MS = 1000;
const GROWTH = 1.5;

/** What was read last, whether it was what was waited for, how often it was read, and for how long. */
export interface Waited<Value> {
  readonly value: Value;
  readonly held: boolean;
  readonly reads: number;
  readonly waitedMs: number;
}

/** What waiting for things of one sort has taught: for how long, in milliseconds, the last one was not there yet. */
export interface Rhythm {
  absentMs: number;
}

/**
 * Reads, with growing pauses, until what is read is what is waited for or the time is over; it reads at least once. With
 * a rhythm, what is not there at once is looked for again when the last one was still not there.
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
    const value = await read();
    const waitedMs = performance.now() - start;
    const held = holds(value);
    if (held && rhythm !== undefined) rhythm.absentMs = absentMs;
    if (held || waitedMs >= longestMs) return { value, held, reads, waitedMs: Math.round(waitedMs) };
    absentMs = waitedMs;
    const first = reads === 1 && rhythm !== undefined && rhythm.absentMs > pauseMs;
    await pause(Math.min(first ? rhythm.absentMs : pauseMs, Math.max(1, longestMs - waitedMs)));
    if (!first) pauseMs = Math.min(pauseMs * GROWTH, LONGEST_MS);
  }
}
