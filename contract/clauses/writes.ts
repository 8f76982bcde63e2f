import type { Clause } from '../types.js';
import { bulkUpdates } from './bulk-updates.js';
import { deletion } from './deletion.js';
import { updates } from './updates.js';

/** What the updates, the bulk updates with their tasks, and the deletion must do. */
export const writes = {
  ...updates,
  ...bulkUpdates,
  ...deletion,
  'writes.sequences': {
    level: 'must',
    section: 'Endpoints',
    title:
      'Whatever the order of reads, updates and bulk updates, a record is what the last write to each field has made of it',
  },
} as const satisfies Record<string, Clause>;
