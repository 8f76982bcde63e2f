import { operation } from '../../contract/operations/index.js';
import type { Suite } from '../../engine/plan.js';
import { oneTruth } from '../laws/children.js';
import { laws } from '../laws/index.js';

const described = operation('getSubscriptionInsightUsers');

export const getSubscriptionInsightUsers: Suite = {
  operation: described,
  rules: [...laws(described), oneTruth],
};
