import { sampleSources } from '../../contract/samples.js';
import type { Operation } from '../../contract/types.js';

type Json = Readonly<Record<string, unknown>>;

/**
 * The OpenAPI links of an operation: from a list to the operations that read one of its records, and from a bulk update
 * to its task. Links to removals, and from fields that only may hold the id, are left out.
 */
export function linksOf(from: Operation, all: readonly Operation[]): Json {
  return Object.fromEntries(
    all.flatMap((to) => {
      const parameters = to.tier === 'destroy' ? null : parametersOf(from, to);
      return parameters === null ? [] : [[to.id, { operationId: to.id, parameters }]];
    }),
  );
}

/** The value of each path parameter of `to` in the response of `from`; null if one of them is not there. */
function parametersOf(from: Operation, to: Operation): Json | null {
  const values = to.parameters.flatMap((parameter) => {
    if (parameter.in !== 'path') return [];
    const { name, fixture } = parameter;
    if (fixture === null) return [[name, isTaskOf(from, to) ? '$response.body#/id' : null]];
    const source = sampleSources[fixture];
    const listed = source !== null && source.operation === from.id && source.assumed !== true;
    return [[name, listed ? `$response.body#/items/0/${source.field}` : null]];
  });
  return values.length === 0 || values.some(([, value]) => value === null) ? null : Object.fromEntries(values);
}

/** Whether a bulk update returns the id that the other operation reads. */
function isTaskOf(from: Operation, to: Operation): boolean {
  return from.success.schema === 'task-reference' && to.success.schema === 'task';
}
