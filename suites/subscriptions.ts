import type { Suite } from '../engine/run/plan.js';
import { bothWays } from './laws/both-ways.js';
import { children } from './laws/children.js';
import { consumptionGaps } from './laws/consumption-gaps.js';
import { inDetails, oneApplication } from './laws/one-application.js';
import { consumptionTruth, oneTruth } from './laws/one-truth.js';
import { ownConsumptions } from './laws/own-children.js';
import { ownDetails } from './laws/own-details.js';
import { suite } from './suite.js';

/** The operations of the subscriptions area, in the order of the document. */
export const subscriptions: readonly Suite[] = [
  // Each listed user can also be read by its id, and its details name applications and subscriptions.
  suite('getSubscriptionInsightUsers', oneTruth, oneApplication(inDetails), ownDetails),
  suite('deleteSubscriptionUsers'),
  // The relation can also be read from the user, and each user by its id.
  suite(
    'getSubscriptionUsers',
    children({ operation: 'getUserSubscriptions', everything: 'getUsers' }),
    bothWays('getUserSubscriptions'),
    oneTruth,
  ),
  suite(
    'getSubscriptionUserConsumptions',
    ownConsumptions('getSubscriptionUsers'),
    consumptionGaps('getSubscriptionUsers'),
    consumptionTruth,
  ),
];
