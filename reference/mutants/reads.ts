import { operations } from '../../contract/operations/index.js';
import type { Operation } from '../../contract/types.js';
import { fields } from '../../schemas/generated/fields.js';

/** The reads that a run can send without writing: task reads need an id that only a write creates. */
export const reads: readonly Operation[] = operations.filter(
  ({ binding, parameters }) =>
    binding.method === 'GET' && !parameters.some((parameter) => parameter.in === 'path' && parameter.fixture === null),
);

export const lists: readonly Operation[] = reads.filter(({ success }) => success.item !== undefined);

/** The reads of one record by its id. */
export const details: readonly Operation[] = reads.filter(
  ({ success, parameters }) => success.item === undefined && parameters.some((parameter) => parameter.in === 'path'),
);

/** The fields of the records that an operation returns, with the kind of value of each. */
export function fieldsOf({ success }: Operation): readonly (readonly [name: string, kind: string])[] {
  return Object.entries(fields[success.item ?? success.schema ?? ''] ?? {}).filter(([name]) => name !== '_links');
}

/** The last field of an operation's records that has one of the kinds, with that kind. */
export function lastField(operation: Operation, kinds: readonly string[]): readonly (readonly [string, string])[] {
  return fieldsOf(operation)
    .filter(([name, kind]) => kinds.includes(kind) && name !== 'id')
    .slice(-1);
}
