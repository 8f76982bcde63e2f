import { operation } from '../../contract/operations/index.js';
import type { Suite } from '../../engine/plan.js';
import { children, oneTruth } from '../laws/children.js';
import { laws } from '../laws/index.js';

const described = operation('getSubscriptionUsers');

export const getSubscriptionUsers: Suite = {
  operation: described,
  rules: [...laws(described), children({ operation: 'getUserSubscriptions', everything: 'getUsers' }), oneTruth],
};
