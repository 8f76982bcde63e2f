import type { Application } from '../../generators/tenant/stored.js';
import type { Tenant } from '../../generators/tenant/tenant.js';
import type { Period, Row } from '../model.js';

/** When each usage of an application was last active, by application position, as epoch milliseconds. */
export type LastActivity = (application: number) => Float64Array;

/** The last activity of the usages of an application; those that never were active have none. */
export function lastActivityOfApplication(tenant: Tenant, application: number): Float64Array {
  const moments: number[] = [];
  for (const { lastActive } of tenant.usagesOfApplications[application] ?? [])
    if (lastActive !== null) moments.push(lastActive);
  return Float64Array.from(moments);
}

/** The KPIs of all applications that were discovered by the end of a period (section "Applications KPIs"). */
export function applicationsKpis(tenant: Tenant, period: Period, lastActivity: LastActivity): Row {
  const known = tenant.applications.records.filter(({ discoveryDate }) => Date.parse(discoveryDate) <= period.to);
  const unsanctioned = known.filter(({ sanctioned }) => !sanctioned);
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
    activeUserApplications: mostActive(tenant, known, period, lastActivity),
    activeUserApplicationsUnsanctioned: mostActive(tenant, unsanctioned, period, lastActivity),
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

/** The ten applications with the most users who were active within a period. */
function mostActive(
  tenant: Tenant,
  applications: readonly Application[],
  { from, to }: Period,
  lastActivity: LastActivity,
): Row[] {
  return applications
    .map(({ id, name }) => {
      const moments = lastActivity(tenant.applications.positionOf(id) ?? -1);
      let totalUsers = 0;
      for (const moment of moments) if (moment >= from && moment <= to) totalUsers += 1;
      return { name, totalUsers };
    })
    .filter(({ totalUsers }) => totalUsers > 0)
    .sort((left, right) => right.totalUsers - left.totalUsers)
    .slice(0, 10);
}
