import { pause } from '../../../engine/session/pause.js';
import type { WriteContext } from '../../../engine/writes/write-context.js';
import { changedFields } from './compare.js';

/**
 * The pause between two reads, in milliseconds: two reads of a fast target may fall into the same tick of its clock.
 */
const SHORTEST_MS = 20;
const LONGEST_MS = 5000;
/** How many times longer than its observation a record is left alone: rare changes must have time to occur. */
const PATIENCE = 4;

/** A record, and when the check began to observe it. */
export interface Watch {
  readonly record: { readonly id: string };
  /** Milliseconds, from `performance.now()`. */
  readonly since: number;
}

/**
 * The given fields that are stable while the check writes nothing: the record is left alone for longer than the check
 * has observed it, and re-read. A field that changes by itself proves nothing about a write.
 */
export async function stableFields(context: WriteContext, watch: Watch, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const one = await context.read(watch.record);
  const watchedMs = performance.now() - watch.since;
  await pause(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, PATIENCE * watchedMs)));
  const unstable = new Set(changedFields(context, one, await context.read(watch.record)));
  return names.filter((name) => !unstable.has(name));
}
