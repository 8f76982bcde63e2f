import type { Clause } from '../types.js';
import { answers } from './answers.js';
import { authorization } from './authorization.js';
import { errors } from './errors.js';
import { filter } from './filter.js';
import { paging } from './paging.js';
import { records } from './records.js';
import { relations } from './relations.js';
import { sort } from './sort.js';
import { writes } from './writes.js';

/** Every testable statement of the document, by its stable id. */
export const clauses = {
  ...answers,
  ...records,
  ...paging,
  ...filter,
  ...sort,
  ...errors,
  ...authorization,
  ...relations,
  ...writes,
} as const satisfies Record<string, Clause>;

export type ClauseId = keyof typeof clauses;

/** A clause by its id, in the common shape. */
export function clause(id: ClauseId): Clause {
  return clauses[id];
}
