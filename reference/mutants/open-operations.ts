import { slug } from '../slug.js';
import { type Defect, family } from './mutant.js';
import { reads } from './reads.js';

/** Each operation by itself forgets to ask for a credential: a route that was added without its guard. */
export const openOperations = family(
  'open-operations',
  reads.map(
    (operation): Defect => ({
      id: `${slug(operation.id)}-asks-for-no-credential`,
      title: `${operation.title} asks for no credential`,
      operation: operation.id,
      rule: 'authorization.required',
      hook: () => ({ authorize: () => undefined }),
    }),
  ),
  'few',
);
