import type { Operation } from '../types.js';
import { agreements } from './agreements.js';
import { applications } from './applications.js';
import { subscriptions } from './subscriptions.js';
import { users } from './users.js';

/** All 34 operations of the document, in its order. */
export const operations: readonly Operation[] = [...applications, ...users, ...subscriptions, ...agreements];

/** The operation of an id; throws where there is none, which is a mistake in touchstone itself. */
export function operation(id: string): Operation {
  const found = operations.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`no operation has the id ${id}`);
  return found;
}
