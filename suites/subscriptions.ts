import type { Suite } from '../engine/run/plan.js';
import { children, oneTruth } from './laws/children.js';
import { ownConsumptions } from './laws/own-children.js';
import { suite } from './suite.js';

/** The operations of the subscriptions area, in the order of the document. */
export const subscriptions: readonly Suite[] = [
  // Each user that it lists can also be read by its id.
  suite('getSubscriptionInsightUsers', oneTruth),
  suite('deleteSubscriptionUsers'),
  // The same relation can be read from the user's side, and each user can also be read by its id.
  suite('getSubscriptionUsers', children({ operation: 'getUserSubscriptions', everything: 'getUsers' }), oneTruth),
  suite('getSubscriptionUserConsumptions', ownConsumptions('getSubscriptionUsers')),
];
