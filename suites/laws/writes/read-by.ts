import type { Answer } from '../../../engine/client/answer.js';
import { pathParameters } from '../../../engine/session/world.js';
import type { WriteContext } from '../../../engine/writes/write-context.js';

/** Reads something by its only path parameter. */
export function readBy(context: WriteContext, operationId: string, id: string): Promise<Answer> {
  const operation = context.world.operation(operationId);
  const params = Object.fromEntries(pathParameters(operation).map(({ name }) => [name, id]));
  return context.ask({}, { operation, params });
}
