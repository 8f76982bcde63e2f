import { setTimeout as sleep } from 'node:timers/promises';

/** Leaves the target alone for some milliseconds. */
export async function pause(ms: number): Promise<void> {
  await sleep(ms);
}
