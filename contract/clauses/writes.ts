import type { Clause } from '../types.js';
import { bulkUpdates } from './bulk-updates.js';
import { consistency } from './consistency.js';
import { deletion } from './deletion.js';
import { updates } from './updates.js';

/** What the updates, the bulk updates with their tasks, and the deletion must do. */
export const writes = {
  ...updates,
  ...bulkUpdates,
  ...deletion,
  ...consistency,
  'writes.sequences': {
    level: 'must',
    section: 'Endpoints',
    title: 'In any sequence of reads, updates and bulk updates, each field of a record has the value of its last write',
  },
} as const satisfies Record<string, Clause>;
