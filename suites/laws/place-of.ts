import type { AskContext } from '../../engine/session/ask-context.js';

/** The place of an operation among all, by which operations take turns with what most targets handle alike in all of them. */
export function placeOf({ world, operation }: AskContext): number {
  return world.described.operations.indexOf(operation);
}
