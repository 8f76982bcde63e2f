import type { Application } from '../../generators/tenant/stored.js';
import type { Tenant } from '../../generators/tenant/tenant.js';
import type { Period, Row } from '../model.js';

/** The KPIs of all applications that were discovered by the end of a period (section "Applications KPIs"). */
export function applicationsKpis(tenant: Tenant, period: Period): Row {
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
    activeUserApplications: mostActive(tenant, known, period),
    activeUserApplicationsUnsanctioned: mostActive(tenant, unsanctioned, period),
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
function mostActive(tenant: Tenant, applications: readonly Application[], { from, to }: Period): Row[] {
  return applications
    .map(({ id, name }) => {
      const usages = tenant.usagesOfApplications[tenant.applications.positionOf(id) ?? -1] ?? [];
      const active = usages.filter(({ lastActive }) => lastActive !== null && lastActive >= from && lastActive <= to);
      return { name, totalUsers: active.length };
    })
    .filter(({ totalUsers }) => totalUsers > 0)
    .sort((left, right) => right.totalUsers - left.totalUsers)
    .slice(0, 10);
}
