import { setTimeout as sleep } from 'node:timers/promises';

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

/** Reads, with growing pauses, until what is read is what is waited for or the time is over; it reads at least once. */
export async function waitFor<Value>(
  read: () => Promise<Value>,
  holds: (value: Value) => boolean,
  longestMs: number,
): Promise<Waited<Value>> {
  const start = performance.now();
  let pause = FIRST_MS;
  for (let reads = 1; ; reads += 1) {
    const value = await read();
    const waitedMs = performance.now() - start;
    const held = holds(value);
    if (held || waitedMs >= longestMs) return { value, held, reads, waitedMs: Math.round(waitedMs) };
    await sleep(Math.min(pause, Math.max(1, longestMs - waitedMs)));
    pause = Math.min(pause * GROWTH, LONGEST_MS);
  }
}
