import { operation } from '../../contract/operations/index.js';
import type { Suite } from '../../engine/plan.js';
import { writeLaws } from '../laws/writes/index.js';

const described = operation('bulkUpdateUsers');

export const bulkUpdateUsers: Suite = {
  operation: described,
  rules: [...writeLaws(described)],
};
