import type { Operation } from '../../contract/types.js';
import { type Params, pathParameters } from '../../engine/session/world.js';

/** The path parameters of an operation whose only path parameter is an id. */
export function paramsFor(operation: Operation, id: string): Params {
  const [parameter] = pathParameters(operation);
  return { [parameter?.name ?? '']: id };
}
