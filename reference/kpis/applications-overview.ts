import { DAY, times, timestamp } from '../../generators/tenant/random.js';
import type { Application } from '../../generators/tenant/stored.js';
import type { Tenant } from '../../generators/tenant/tenant.js';
import type { Period, Row } from '../model.js';
import { discoveredWithin } from './applications.js';

/** Which discovery type codes each counter stands for. */
const COUNTERS: Readonly<Record<string, readonly number[]>> = {
  browserMeteringCount: [2, 7],
  connectorCount: [0, 8],
  deviceCount: [4],
  manuallyAddedCount: [1],
  ssoCount: [3],
};

/**
 * The overview of the applications area (section "Applications overview KPIs"); the days are the last seven of the
 * period.
 */
export function applicationsOverviewKpis(tenant: Tenant, period: Period): Row {
  const known = tenant.applications.records.filter(({ discoveryDate }) => Date.parse(discoveryDate) <= period.to);
  const notApproved = known.filter(({ sanctioned }) => !sanctioned);
  const trendOf = (applications: readonly Application[]) => ({
    trend: discoveredWithin(applications, period),
    value: applications.length,
  });
  const lastDay = period.to - (((period.to % DAY) + DAY) % DAY);
  return {
    applicationDiscoveryLastSevenDays: times(7, (index) => discoveriesOf(known, lastDay - (6 - index) * DAY)),
    notApproved: trendOf(notApproved),
    total: [trendOf(known)],
  };
}

function discoveriesOf(applications: readonly Application[], day: number): Row {
  const date = timestamp(day);
  const discovered = applications.filter(({ discoveryDate }) => discoveryDate === date.slice(0, 10));
  const counts = Object.entries(COUNTERS).map(([name, types]) => [
    name,
    discovered.filter(({ discoveryTypes }) => discoveryTypes.some((type) => types.includes(type))).length,
  ]);
  return { ...Object.fromEntries(counts), date };
}
