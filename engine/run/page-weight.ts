import type { Operation } from '../../contract/types.js';
import type { Answer } from '../client/answer.js';
import { memoryOf } from '../client/json-text.js';
import { nullIfInconclusive } from '../session/signals.js';
import type { World } from '../session/world.js';

/** A page of 100 documented records takes less memory than this, in bytes. */
const USUAL_PAGE_BYTES = 512 * 1024;
/** The memory of one page for each of the checks that run at the same time, if their pages are larger, in bytes. */
export const MAX_PAGES_BYTES = 16 * 1024 * 1024;

/** The weight of a check that reads pages of an operation, in bytes: the memory of one, or none for a page of usual size. */
export function weightOf(answer: Answer | null): number {
  const body = answer?.isShort === false ? answer.received?.body : undefined;
  const memory = body === undefined ? (answer?.bytes ?? 0) : memoryOf(body);
  return memory <= USUAL_PAGE_BYTES ? 0 : memory;
}

/** The response to the plain request of an operation; `null` if it cannot be sent. */
export function plainAnswer(world: World, operation: Operation): Promise<Answer | null> {
  return world.plain(operation).catch(nullIfInconclusive);
}
