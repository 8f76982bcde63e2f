import type { Operation } from '../types.js';
import { agreements } from './agreements.js';
import { applications } from './applications.js';
import { subscriptions } from './subscriptions.js';
import { users } from './users.js';

/** All 34 operations of the document, in its order. */
export const operations: readonly Operation[] = [...applications, ...users, ...subscriptions, ...agreements];

/** The operation with an id; throws if there is none, which is a bug in touchstone. */
export function operation(id: string): Operation {
  const found = operations.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`There is no operation with the id ${id}; this is a bug in touchstone`);
  return found;
}
