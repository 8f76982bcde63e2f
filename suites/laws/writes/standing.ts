import { pause } from '../../../engine/session/pause.js';
import type { WriteContext } from '../../../engine/writes/write-context.js';
import { changedFields } from './compare.js';

/** What a pause between two looks lasts, in milliseconds: two reads of a near target fit into one tick of its clock. */
const SHORTEST_MS = 20;
const LONGEST_MS = 5000;
/** How many times longer a record is left alone than it was watched: what moves seldom must get its chance. */
const PATIENCE = 4;

/** When a check began to watch, and which record. */
export interface Watch {
  readonly record: { readonly id: string };
  /** Milliseconds, as `performance.now()` tells them. */
  readonly since: number;
}

/**
 * Of the fields of these names, those that stand still while the check writes nothing: the record is left alone
 * for longer than the check has watched it, and read again. What moves by itself says nothing about a write.
 */
export async function standing(context: WriteContext, watch: Watch, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const one = await context.read(watch.record);
  const watchedMs = performance.now() - watch.since;
  await pause(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, PATIENCE * watchedMs)));
  const moving = new Set(changedFields(context, one, await context.read(watch.record)));
  return names.filter((name) => !moving.has(name));
}
