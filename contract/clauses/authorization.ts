import type { Clause } from '../types.js';

const AUTHENTICATION = 'Authentication';
const SILENT = 'Authentication (not shown in words)';

/** Who is answered. */
export const authorization = {
  'authorization.required': {
    level: 'must',
    section: AUTHENTICATION,
    title: 'Without a credential, with an empty one and with a wrong one, no data is answered',
  },
  'authorization.writes': {
    level: 'must',
    section: AUTHENTICATION,
    title: 'Without a credential, with an empty one and with a wrong one, nothing is written',
  },
  'authorization.status': {
    level: 'should',
    section: SILENT,
    title: 'A missing, empty or wrong credential is answered with 401',
  },
  'authorization.body': {
    level: 'should',
    section: SILENT,
    title: 'The refusal of a credential has the error body, with its status as the code',
  },
  'authorization.no-oracle': {
    level: 'should',
    section: SILENT,
    title: 'Without a credential, a record that exists and one that does not are answered alike',
  },
  'authorization.roles': {
    level: 'gap',
    section: AUTHENTICATION,
    title: 'The scheme, the scopes or roles, and which caller may do what',
    untested: 'not shown; it would take credentials of several callers. A 403 on a whole area makes it not-applicable',
  },
} as const satisfies Record<string, Clause>;
