import type { Context } from './behaviour.js';
import type { Row } from './model.js';
import { userApplications, userDiscoverySources, userSubscriptions } from './records/children-of-users.js';
import { applicationConsumptions, subscriptionConsumptions } from './records/consumptions.js';
import { periodsOf } from './records/periods.js';
import { applicationUsers, insightUsers, subscriptionUsers } from './records/users-of.js';
import { Refusal } from './refusal.js';

type Collect = (context: Context) => readonly Row[];

/** The parent of a child list, by the id in the path: its id and its position. Throws a 400 or a 404. */
function parent(kind: 'application' | 'user' | 'subscription', context: Context): number {
  const { id } = context.steps.find(kind, context.steps.readId(`${kind}Id`, context), context);
  return context.tenant[`${kind}s`].positionOf(id) ?? -1;
}

function paper(kind: 'agreement' | 'contract', context: Context): string {
  return context.steps.find(kind, context.steps.readId('id', context), context).id;
}

/** The records of each list operation. */
const collections: Readonly<Record<string, Collect>> = {
  getApplications: ({ tenant }) => tenant.applications.records,
  getApplicationUsers: (context) => applicationUsers(context.tenant, parent('application', context)),
  getApplicationUsersConsumptions: (context) => applicationConsumptions(context.tenant, parent('application', context)),
  getUsers: ({ tenant }) => tenant.users.records,
  getUserApplications: (context) => userApplications(context.tenant, parent('user', context)),
  getUserSubscriptions: (context) => userSubscriptions(context.tenant, parent('user', context)),
  getUserDiscoverySources: (context) => userDiscoverySources(context.tenant, parent('user', context)),
  getSubscriptionInsightUsers: (context) => {
    const subscription = parent('subscription', context);
    const id = context.steps.readId('insightRuleId', context);
    const rule = context.tenant.subscriptions.at(subscription).insightRules.find((candidate) => candidate.id === id);
    if (rule === undefined) throw new Refusal(404, 'The subscription has no insight rule with this id');
    return insightUsers(context.tenant, subscription, rule.kind);
  },
  getSubscriptionUsers: (context) => subscriptionUsers(context.tenant, parent('subscription', context)),
  getSubscriptionUserConsumptions: (context) =>
    subscriptionConsumptions(context.tenant, parent('subscription', context)),
  getAgreements: ({ tenant }) => tenant.agreements.records.records,
  getAgreementTypes: ({ tenant }) => tenant.agreements.types.records,
  getAgreementPeriods: (context) => periodsOf(context.tenant.agreements, paper('agreement', context), context),
  getContracts: ({ tenant }) => tenant.contracts.records.records,
  getContractTypes: ({ tenant }) => tenant.contracts.types.records,
  getContractPeriods: (context) => periodsOf(context.tenant.contracts, paper('contract', context), context),
};

/** The whole list of a list operation; throws a 400 or a 404 if its parent does not exist. */
export function collect(context: Context): readonly Row[] {
  const collectOwn = collections[context.operation.id];
  if (collectOwn === undefined) throw new Error(`${context.operation.id} is not a list operation`);
  return collectOwn(context);
}
