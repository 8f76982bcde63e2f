import { list, path, SAAS, write } from './parts.js';

const one = path('subscriptionId', 'subscriptionId');
const statuses = [200, 400, 404, 500];

/** The four operations of "Endpoints / Subscriptions area". */
export const subscriptions = [
  list('subscriptions', 'subscription-insight-user', ['filter', 'sort'], {
    id: 'getSubscriptionInsightUsers',
    title: 'Get subscription insight users',
    path: `${SAAS}/subscriptions/{subscriptionId}/insights/{insightRuleId}/users`,
    parameters: [one, path('insightRuleId', 'insightRuleId')],
    statuses,
  }),
  write('subscriptions', 'destroy', {
    id: 'deleteSubscriptionUsers',
    title: 'Delete subscription users',
    binding: { method: 'DELETE', path: `${SAAS}/subscriptions/{subscriptionId}/users/{userIds}` },
    parameters: [one, { name: 'userIds', in: 'path', type: 'strings', required: true, fixture: 'userId' }],
    success: { status: null, mediaType: null, schema: null },
    statuses: [400, 404, 500],
  }),
  list('subscriptions', 'subscription-user', [], {
    id: 'getSubscriptionUsers',
    title: 'Get subscription users',
    path: `${SAAS}/subscriptions/{subscriptionId}/users`,
    parameters: [one],
    statuses,
  }),
  list('subscriptions', 'subscription-user-consumption', ['filter', 'sort'], {
    id: 'getSubscriptionUserConsumptions',
    title: 'Get subscription user consumptions',
    path: `${SAAS}/subscriptions/{subscriptionId}/users/consumption`,
    parameters: [one],
    statuses,
  }),
];
