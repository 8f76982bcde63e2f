import type { Tenant } from '../generators/tenant/tenant.js';
import type { Context, Hook } from './behaviour.js';

const LISTS = ['getSubscriptionUsers', 'getSubscriptionUserConsumptions'];

/** The id of the subscription of an application that has no users. */
const unassignedId = (application: string): string => `${application.slice(0, -2)}00`;

const isUnassigned = ({ tenant, params }: Context): boolean =>
  tenant.applications.records.some(({ id }) => unassignedId(id) === params.subscriptionId?.toLowerCase());

/** Gives licenses the ids of their subscriptions, and each application with licenses one more. */
function change({ applications, subscriptions }: Tenant): void {
  const ids = new Map(subscriptions.records.map(({ licenceId, id }) => [licenceId, id]));
  for (const application of [...applications.records]) {
    const [first] = application.licenses;
    if (first === undefined || !ids.has(String(first.id))) continue;
    const licenses = application.licenses.map((license) => ({ ...license, id: ids.get(String(license.id)) ?? null }));
    const unassigned = { ...first, id: unassignedId(application.id), total: 0, assigned: 0 };
    applications.replace({ ...application, licenses: [...licenses, unassigned], licenseCount: licenses.length + 1 });
  }
}

/** Licenses have the ids of subscriptions, and some subscriptions have no users. */
export const unassignedLicenses: Hook = (steps) => ({
  prepare: (tenant) => {
    steps.prepare(tenant);
    change(tenant);
  },
  perform: (context) => {
    const answer = steps.perform(context);
    // A removal counts the licenses of an application anew.
    if (context.operation.id === 'deleteSubscriptionUsers') change(context.tenant);
    return answer;
  },
  collect: (context) => (LISTS.includes(context.operation.id) && isUnassigned(context) ? [] : steps.collect(context)),
});
