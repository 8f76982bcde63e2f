import { operation } from '../../contract/operations/index.js';
import type { Suite } from '../../engine/plan.js';
import { children } from '../laws/children.js';
import { laws } from '../laws/index.js';

const described = operation('getUserApplications');

export const getUserApplications: Suite = {
  operation: described,
  rules: [...laws(described), children({ operation: 'getApplicationUsers', everything: 'getApplications' })],
};
