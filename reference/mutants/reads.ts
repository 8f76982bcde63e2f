import { operations } from '../../contract/operations/index.js';
import type { Operation } from '../../contract/types.js';
import { fields } from '../../schemas/generated/fields.js';

/** The reads that a run can ask: those of a task need an id that only a write makes. */
export const reads: readonly Operation[] = operations.filter(
  ({ binding, parameters }) =>
    binding.method === 'GET' && !parameters.some((parameter) => parameter.in === 'path' && parameter.fixture === null),
);

export const lists: readonly Operation[] = reads.filter(({ success }) => success.item !== undefined);

/** The reads of one record by its id. */
export const details: readonly Operation[] = reads.filter(
  ({ success, parameters }) => success.item === undefined && parameters.some((parameter) => parameter.in === 'path'),
);

/** The fields of the records that an operation answers, with the kind of value that each holds. */
export function fieldsOf({ success }: Operation): readonly (readonly [name: string, kind: string])[] {
  return Object.entries(fields[success.item ?? success.schema ?? ''] ?? {}).filter(([name]) => name !== '_links');
}

/** The last field of an operation's records whose kind is among some, with that kind. */
export function lastField(operation: Operation, kinds: readonly string[]): readonly (readonly [string, string])[] {
  return fieldsOf(operation)
    .filter(([name, kind]) => kinds.includes(kind) && name !== 'id')
    .slice(-1);
}
