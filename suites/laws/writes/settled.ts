import type { WriteContext } from '../../../engine/writes/write-context.js';

/** The maximum time after which the effect of a write is read again, to see whether it was undone, in milliseconds. */
const SETTLED_MS = 2500;

/** How long the effect of a write is read on, in milliseconds: no longer than the target is given to show it. */
export const settledMs = ({ windowMs }: WriteContext): number => Math.min(windowMs, SETTLED_MS);
