import { check } from '../conformance/check.js';
import type { Budget } from '../engine/target/budget.js';
import { createReference, generateTenant, type Reference, type Sizes, type Tenant } from '../reference/index.js';
import type { Check, RunReport } from '../schemas/generated/touchstone.js';
import type { Host } from './host.js';
import { type InconclusiveWrite, inconclusiveWritesOf } from './inconclusive-writes.js';
import { type Subject, subjectOf } from './subject.js';

/** One run of a subject, with a seed and some or all checks. Can be sent between threads. */
export interface Job {
  readonly kind: Subject['kind'];
  readonly id: string;
  readonly seed: number;
  /** Ids of operations and globs of rules; all if absent. */
  readonly operations?: readonly string[];
  readonly rules?: readonly string[];
  /** The data of the unchanged reference; a mutant or a variant has its own. */
  readonly data?: Subject['data'];
  /** The budget of requests, if it is not the standard one. */
  readonly budget?: Budget;
  /** How long a bulk update takes, if it matters. */
  readonly taskDurationMs?: number;
}

/** The result of a run, as far as the proof needs it. Can be sent between threads. */
export interface Trial {
  readonly job: Job;
  readonly verdict: RunReport['verdict'];
  readonly reason: string;
  readonly requests: number;
  readonly failed: readonly Tripped[];
  /** Internal errors of touchstone. */
  readonly errors: readonly string[];
  /** How many records were not restored, and why the first one was not; `null` if all were. */
  readonly unrestored: string | null;
  /** The operations whose writes showed no effect, each with a reason. */
  readonly inconclusiveWrites: readonly InconclusiveWrite[];
}

/** A failed check with its first message. */
export interface Tripped extends Pick<Check, 'operation' | 'rule' | 'level'> {
  readonly message: string;
}

/** Data to serve: enough that every rule is conclusive, or also for several pages of the default size. */
const SIZES: Readonly<Record<Subject['data'], Sizes>> = {
  few: { applications: 14, users: 40, subscriptions: 6, agreements: 12, contracts: 11 },
  pages: { applications: 41, users: 137, subscriptions: 12, agreements: 31, contracts: 23 },
  writes: { applications: 60, users: 40, subscriptions: 4, agreements: 2, contracts: 2 },
};
/** Waits of a run with writes: short, because writes to the reference are visible at once, but enough for a busy machine. */
const WRITES = {
  allowWrites: true,
  allowScopeAll: true,
  consistencyWindowMs: 60,
  taskTimeoutMs: 1000,
} as const;
const tenants = new Map<Subject['data'], Tenant>();

/** The data that subjects without their own share; a reference clones records before it writes to them. */
function tenantOf(data: Subject['data']): Tenant {
  const tenant = tenants.get(data) ?? generateTenant({ seed: data === 'writes' ? 3 : 7, sizes: SIZES[data] });
  tenants.set(data, tenant);
  return tenant;
}

/** Serves a subject and checks it. */
export async function tryOut(job: Job, host: Host): Promise<Trial> {
  const subject = subjectOf(job.kind, job.id);
  const { reference: options, target } = subject;
  const { data = subject.data } = job;
  const writes = data === 'writes';
  const ownData = options.sizes !== undefined || options.seed !== undefined;
  const reference = createReference({
    ...(ownData ? {} : { tenant: tenantOf(data) }),
    ...(writes && { taskDurationMs: job.taskDurationMs ?? 10 }),
    ...options,
  });
  const { url, remove } = await host.add(reference);
  try {
    const { operations, rules, budget, seed } = job;
    const selection = { ...(operations && { operations }), ...(rules && { rules }), ...(budget && { budget }) };
    const token = target.headers ? {} : { token: reference.token };
    const asked = { baseUrl: url, ...token, fixtures: fixturesOf(reference, subject), ...target };
    const allowDestroy = 'removableUserIds' in asked.fixtures;
    const allowed = writes ? { ...WRITES, ...subject.writes, allowDestroy } : {};
    return trialOf(job, await check(asked, { seed, ...selection, ...allowed }, writes));
  } finally {
    await remove();
  }
}

function fixturesOf({ fixtures }: Reference, { removable }: Subject): Partial<Reference['fixtures']> {
  const removableUserIds = fixtures.removableUserIds.split(',').slice(0, removable).join(',');
  return Object.fromEntries(Object.entries({ ...fixtures, removableUserIds }).filter(([, id]) => id !== ''));
}

function trialOf(job: Job, { checks, verdict, verdictReason, requests, restoration }: RunReport): Trial {
  const [first, ...others] = restoration?.left ?? [];
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
    unrestored:
      first === undefined
        ? null
        : `not restored: ${others.length + 1}, such as the ${first.kind} ${first.id}: ${first.reason}`,
    inconclusiveWrites: inconclusiveWritesOf(checks),
    errors: checks.filter(({ outcome }) => outcome === 'error').map(({ id, reason }) => `${id}: ${reason}`),
  };
}
