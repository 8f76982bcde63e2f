import type { Collection } from './collection.js';
import { copyOfLists } from './large/lazy-lists.js';
import type { Agreement, AgreementType, Application, DiscoverySource, Period, User } from './stored.js';

/** How many records of each kind a tenant has. */
export interface Sizes {
  readonly applications: number;
  readonly users: number;
  readonly subscriptions: number;
  readonly agreements: number;
  readonly contracts: number;
}

/** One user's use of one application; users and applications are named by position, times are epoch milliseconds. */
export interface Usage {
  readonly user: number;
  readonly application: number;
  readonly firstUsed: number;
  /** `null`: the user was given the application and never opened it. */
  readonly lastActive: number | null;
  readonly daysUsed: number;
  readonly roles: readonly string[];
}

/** One user's seat in one subscription, with the user's use of the subscription's application. */
export interface Assignment {
  readonly user: number;
  readonly subscription: number;
  readonly assigned: number;
  readonly manual: boolean;
  readonly usage: Usage;
}

/** What an insight rule selects among the assigned users of a subscription. */
export type InsightKind = 'inactive' | 'never-used' | 'disabled';

export interface InsightRule {
  readonly id: string;
  readonly kind: InsightKind;
}

export interface Subscription {
  readonly id: string;
  readonly name: string;
  readonly application: number;
  readonly type: string;
  readonly created: number;
  readonly seats: number;
  readonly costPerMonth: number;
  readonly licenceId: string;
  readonly productId: string;
  readonly collectionTargetId: string;
  readonly insightRules: readonly InsightRule[];
}

/** The records of one kind of paper: agreements or contracts, their types, and the periods by agreement position. */
export interface Papers {
  readonly records: Collection<Agreement>;
  readonly types: Collection<AgreementType>;
  readonly periods: readonly (readonly Period[])[];
}

/**
 * All data of one customer. Every fact is stored once: usages say who uses what, assignments say who has which seat. Both
 * are reachable from either side, and all child lists are derived from them.
 */
export interface Tenant {
  readonly seed: number;
  readonly users: Collection<User>;
  readonly discoverySources: readonly DiscoverySource[];
  /** By user position: positions in `discoverySources`. */
  readonly sourcesOfUsers: readonly (readonly number[])[];
  readonly applications: Collection<Application>;
  readonly usagesOfApplications: readonly (readonly Usage[])[];
  readonly usagesOfUsers: readonly (readonly Usage[])[];
  readonly subscriptions: Collection<Subscription>;
  readonly assignmentsOfSubscriptions: (readonly Assignment[])[];
  readonly assignmentsOfUsers: (readonly Assignment[])[];
  readonly agreements: Papers;
  readonly contracts: Papers;
}

/**
 * A copy of a tenant that can be written to without changing the original. It costs one array of references for each
 * collection that an operation writes to, because records are replaced and never changed in place.
 */
export function cloneTenant(tenant: Tenant): Tenant {
  return {
    ...tenant,
    users: tenant.users.clone(),
    applications: tenant.applications.clone(),
    assignmentsOfSubscriptions: copyOfLists(tenant.assignmentsOfSubscriptions),
    assignmentsOfUsers: copyOfLists(tenant.assignmentsOfUsers),
  };
}
