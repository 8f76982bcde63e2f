import { check } from '../conformance/check.js';
import { createReference, generateTenant, type Sizes, type Tenant } from '../reference/index.js';
import type { Check, RunReport } from '../schemas/generated/touchstone.js';
import type { Host } from './host.js';
import { type Subject, subjectOf } from './subject.js';

/** One run to make: of a subject, with a seed, on some checks or on all of them. Can be sent between threads. */
export interface Job {
  readonly kind: Subject['kind'];
  readonly id: string;
  readonly seed: number;
  /** Ids of operations and globs of rules; all of them where absent. */
  readonly operations?: readonly string[];
  readonly rules?: readonly string[];
}

/** What a run found, as much of it as the proof needs. Can be sent between threads. */
export interface Trial {
  readonly job: Job;
  readonly verdict: RunReport['verdict'];
  readonly reason: string;
  readonly requests: number;
  readonly failed: readonly Tripped[];
  /** What touchstone itself failed in. */
  readonly errors: readonly string[];
}

/** A check that failed, with the first thing that it says. */
export interface Tripped extends Pick<Check, 'operation' | 'rule' | 'level'> {
  readonly message: string;
}

/** Data to serve: enough for every rule to decide something, or for several pages of the default size as well. */
const SIZES: Readonly<Record<Subject['data'], Sizes>> = {
  few: { applications: 14, users: 40, subscriptions: 6, agreements: 12, contracts: 11 },
  pages: { applications: 41, users: 137, subscriptions: 12, agreements: 31, contracts: 23 },
};
const tenants = new Map<Subject['data'], Tenant>();

/** The data that all subjects share which do not choose their own; a reference clones what it writes to. */
function tenantOf({ data }: Subject): Tenant {
  const tenant = tenants.get(data) ?? generateTenant({ seed: 7, sizes: SIZES[data] });
  tenants.set(data, tenant);
  return tenant;
}

/** Serves a subject and checks it. */
export async function tryOut(job: Job, host: Host): Promise<Trial> {
  const subject = subjectOf(job.kind, job.id);
  const { reference: options, target } = subject;
  const ownData = options.sizes !== undefined || options.seed !== undefined;
  const reference = createReference({ ...(ownData ? {} : { tenant: tenantOf(subject) }), ...options });
  const { url, remove } = await host.add(reference);
  try {
    const fixtures = Object.fromEntries(Object.entries(reference.fixtures).filter(([, id]) => id !== ''));
    const { operations, rules, seed } = job;
    const selection = { ...(operations && { operations }), ...(rules && { rules }) };
    const asked = { baseUrl: url, ...(target.headers ? {} : { token: reference.token }), fixtures, ...target };
    return trialOf(job, await check(asked, { seed, ...selection }));
  } finally {
    await remove();
  }
}

function trialOf(job: Job, { checks, verdict, verdictReason, requests }: RunReport): Trial {
  return {
    job,
    verdict,
    reason: verdictReason,
    requests: requests.sent,
    failed: checks
      .filter(({ outcome }) => outcome === 'fail')
      .map(({ operation, rule, level, findings }) => ({
        operation,
        rule,
        level,
        message: findings[0]?.message ?? '',
      })),
    errors: checks.filter(({ outcome }) => outcome === 'error').map(({ id, reason }) => `${id}: ${reason}`),
  };
}
