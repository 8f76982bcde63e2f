import type { Clause } from '../types.js';

const AUTHENTICATION = 'Authentication';
const SILENT = 'Authentication (not stated explicitly)';

/** Who may read and write. */
export const authorization = {
  'authorization.required': {
    level: 'must',
    section: AUTHENTICATION,
    title: 'A request with a missing, empty or wrong credential returns no data',
  },
  'authorization.writes': {
    level: 'must',
    section: AUTHENTICATION,
    title: 'A request with a missing, empty or wrong credential writes nothing',
  },
  'authorization.status': {
    level: 'should',
    section: SILENT,
    title: 'A missing, empty or wrong credential is rejected with 401',
  },
  'authorization.body': {
    level: 'should',
    section: SILENT,
    title: 'The response that rejects a credential has the error body, with its status as the code',
  },
  'authorization.no-oracle': {
    level: 'should',
    section: SILENT,
    title: 'Without a credential, the response does not reveal whether a record exists',
  },
  'authorization.roles': {
    level: 'gap',
    section: AUTHENTICATION,
    title: 'The scheme, the scopes or roles, and which caller may do what',
    untested:
      'unspecified, and testing it needs the credentials of several callers; a whole area that returns 403 is not applicable',
  },
} as const satisfies Record<string, Clause>;
