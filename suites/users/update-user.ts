import { operation } from '../../contract/operations/index.js';
import type { Suite } from '../../engine/plan.js';
import { writeLaws } from '../laws/writes/index.js';

const described = operation('updateUser');

export const updateUser: Suite = {
  operation: described,
  rules: [...writeLaws(described)],
};
