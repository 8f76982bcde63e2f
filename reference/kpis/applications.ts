import type { Application } from '../../generators/tenant/stored.js';
import type { Tenant } from '../../generators/tenant/tenant.js';
import type { Period, Row } from '../model.js';
import { timesOf } from './times-of.js';

/** When each usage of an application was last active, by application position, as epoch milliseconds; `NaN` if it never was. */
export type LastActivity = (application: number) => Float64Array;

export function lastActivityOfApplication(tenant: Tenant, application: number): Float64Array {
  return timesOf(tenant.usagesOfApplications[application] ?? [], ({ lastActive }) => lastActive ?? Number.NaN);
}

/** The KPIs of all applications that were discovered by the end of a period (section "Applications KPIs"). */
export function applicationsKpis(tenant: Tenant, period: Period, lastActivity: LastActivity): Row {
  const known = tenant.applications.records.filter(({ discoveryDate }) => Date.parse(discoveryDate) <= period.to);
  const unsanctioned = known.filter(({ sanctioned }) => !sanctioned);
  const active = activeUsers(tenant, known, period, lastActivity);
  const withAi = (applications: readonly Application[]) => totals(applications, ({ aiCategory }) => aiCategory);
  const byCategory = (applications: readonly Application[]) => totals(applications, ({ categoryName }) => categoryName);
  return {
    totalApplications: known.length,
    totalApplicationsTrend: discoveredWithin(known, period),
    unsanctioned: unsanctioned.length,
    appCategories: byCategory(known),
    aiAppCategories: withAi(known),
    appCategoriesUnsanctioned: byCategory(unsanctioned),
    aiAppCategoriesUnsanctioned: withAi(unsanctioned),
    activeUserApplications: mostActive(active),
    activeUserApplicationsUnsanctioned: mostActive(active.filter(({ sanctioned }) => !sanctioned)),
  };
}

/** How many applications were discovered within a period. */
export function discoveredWithin(applications: readonly Application[], { from, to }: Period): number {
  return applications.filter(({ discoveryDate }) => {
    const day = Date.parse(discoveryDate);
    return day >= from && day <= to;
  }).length;
}

/** Numbers of applications by a name; those without a name are not counted. */
function totals(applications: readonly Application[], nameOf: (application: Application) => string | null): Row[] {
  const counts = new Map<string, number>();
  for (const application of applications) {
    const name = nameOf(application);
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, total]) => ({ name, total }));
}

interface ActiveUsers {
  readonly name: string;
  readonly sanctioned: boolean;
  readonly totalUsers: number;
}

/** How many users of each application were active within a period. */
function activeUsers(
  tenant: Tenant,
  applications: readonly Application[],
  { from, to }: Period,
  lastActivity: LastActivity,
): ActiveUsers[] {
  return applications.map(({ id, name, sanctioned }) => {
    const moments = lastActivity(tenant.applications.positionOf(id) ?? -1);
    let totalUsers = 0;
    for (const moment of moments) if (moment >= from && moment <= to) totalUsers += 1;
    return { name, sanctioned, totalUsers };
  });
}

/** The ten applications with the most active users. */
function mostActive(applications: readonly ActiveUsers[]): Row[] {
  return applications
    .filter(({ totalUsers }) => totalUsers > 0)
    .sort((left, right) => right.totalUsers - left.totalUsers)
    .slice(0, 10)
    .map(({ name, totalUsers }) => ({ name, totalUsers }));
}
