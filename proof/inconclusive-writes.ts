import type { Check } from '../schemas/generated/touchstone.js';

/** An operation whose writes showed no effect. */
export interface InconclusiveWrite {
  readonly operation: string;
  readonly reason: string;
}

/** By operation that writes: the check that passes only if a write had its effect. */
const EFFECT: Readonly<Record<string, string>> = {
  updateApplication: 'updates.effect',
  updateUser: 'updates.effect',
  bulkUpdateApplications: 'bulk.effect',
  bulkUpdateUsers: 'bulk.effect',
  deleteSubscriptionUsers: 'deletion.effect',
  getApplicationsTask: 'tasks.answered',
  getUsersTask: 'tasks.answered',
  getBulkUpdateUsersSummary: 'tasks.summary',
};

/**
 * The operations of a run with writes whose writes showed no effect. A target that rejects every write is never accused,
 * which proves nothing.
 */
export function inconclusiveWritesOf(checks: readonly Check[]): InconclusiveWrite[] {
  return checks.flatMap(({ operation, rule, outcome, reason }) =>
    EFFECT[operation] === rule && outcome !== 'excluded' && outcome !== 'pass' && outcome !== 'fail'
      ? [{ operation, reason: reason ?? outcome }]
      : [],
  );
}
