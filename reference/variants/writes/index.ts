import { bulkUpdates } from './bulk-updates.js';
import { deletions } from './deletions.js';
import { tasks } from './tasks.js';
import { updates } from './updates.js';
import { visibility } from './visibility.js';

/** All variants that make another choice about writes. */
export const writeVariants = [...updates, ...bulkUpdates, ...tasks, ...deletions, ...visibility];
