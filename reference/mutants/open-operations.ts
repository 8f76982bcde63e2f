import { slug } from '../slug.js';
import { type Defect, family } from './mutant.js';
import { reads } from './reads.js';

/** For each operation: it requires no credential, like a route that was added without its guard. */
export const openOperations = family(
  'open-operations',
  reads.map(
    (operation): Defect => ({
      id: `${slug(operation.id)}-asks-for-no-credential`,
      title: `${operation.title} requires no credential`,
      operation: operation.id,
      rule: 'authorization.required',
      hook: () => ({ authorize: () => undefined }),
    }),
  ),
  'few',
);
