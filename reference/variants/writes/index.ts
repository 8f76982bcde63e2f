import { bulkUpdates } from './bulk-updates.js';
import { conditions } from './conditions.js';
import { deletions } from './deletions.js';
import { heldValues } from './held-values.js';
import { tasks } from './tasks.js';
import { updates } from './updates.js';
import { visibility } from './visibility.js';

/** All variants that make another choice about writes. */
export const writeVariants = [
  ...updates,
  ...heldValues,
  ...bulkUpdates,
  ...tasks,
  ...deletions,
  ...conditions,
  ...visibility,
];
