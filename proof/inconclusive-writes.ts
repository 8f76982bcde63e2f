import type { Check } from '../schemas/generated/touchstone.js';

/** An operation whose writes showed no effect. */
export interface InconclusiveWrite {
  readonly operation: string;
  readonly reason: string;
}

/** By operation that writes: the checks that pass only if a write had its effect; one of them is enough. */
const EFFECT: Readonly<Record<string, readonly string[]>> = {
  updateApplication: ['updates.effect'],
  updateUser: ['updates.effect'],
  bulkUpdateApplications: ['bulk.effect', 'bulk.listed'],
  bulkUpdateUsers: ['bulk.effect', 'bulk.listed'],
  deleteSubscriptionUsers: ['deletion.effect'],
  getApplicationsTask: ['tasks.answered'],
  getUsersTask: ['tasks.answered'],
  getBulkUpdateUsersSummary: ['tasks.summary'],
};

/**
 * The operations of a run with writes whose writes showed no effect. A target that rejects every write is never accused,
 * which proves nothing.
 */
export function inconclusiveWritesOf(checks: readonly Check[]): InconclusiveWrite[] {
  return Object.entries(EFFECT).flatMap(([operation, rules]) => {
    const own = checks.filter((one) => one.operation === operation && rules.includes(one.rule));
    const ran = own.filter(({ outcome }) => outcome !== 'excluded');
    const [first] = ran;
    if (first === undefined || ran.some(({ outcome }) => outcome === 'pass' || outcome === 'fail')) return [];
    return [{ operation, reason: first.reason ?? first.outcome }];
  });
}
