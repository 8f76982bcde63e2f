import type { AskContext } from '../../../engine/session/ask-context.js';
import { unknownId } from '../../../generators/ids.js';
import { fieldsOf } from '../fields.js';

/** A value that no record is likely to have in a field, the same for all checks of an operation: an id in one of ids. */
export const noSuchValue = (
  { operation, sharedSeed }: Pick<AskContext, 'operation' | 'sharedSeed'>,
  field: string,
): string =>
  fieldsOf(operation)[field] === 'uuid' ? unknownId(sharedSeed) : `no such value ${sharedSeed.toString(36)}`;
