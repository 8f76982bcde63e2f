import { operation } from '../../contract/operations/index.js';
import type { Suite } from '../../engine/plan.js';
import { children } from '../laws/children.js';
import { laws } from '../laws/index.js';

const described = operation('getUserSubscriptions');

export const getUserSubscriptions: Suite = {
  operation: described,
  rules: [...laws(described), children({ operation: 'getSubscriptionUsers', everything: null })],
};
