import type { Entry } from '../../../engine/writes/journal-entry.js';
import type { Fields } from '../../../engine/writes/record-fields.js';

/** The entries of one user in a journal: the original, a write of its notes, and the response to it. */
export const before: Entry = { type: 'before', kind: 'user', id: 'u-1', fields: { notes: 'as it was' } };
export const write = (n: number, notes: unknown): Entry => ({
  type: 'write',
  n,
  operation: 'updateUser',
  kind: 'user',
  ids: ['u-1'],
  sent: { notes },
});
export const answer = (n: number, status: number, fields?: Fields): Entry => ({
  type: 'answer',
  n,
  status,
  ...(fields && { fields }),
});
