import { shuffledSubarray } from 'fast-check';
import { operations } from '../contract/operations/index.js';
import { sampleOf } from '../generators/sample-of.js';
import { WRITES } from '../reference/variants/variant.js';
import type { PlannedJob } from './jobs.js';
import type { Subject } from './subject.js';

/** The operations of each combination whose checks that read run. */
const READS = 2;
/** The share of the combinations that also run the checks of one operation that writes, as its reciprocal. */
const ONE_IN = 5;

const ids = operations.map(({ id }) => id);
const reading = ids.filter((id) => !WRITES.includes(id));
/** An update runs with each deletion, because some tenants have no user to remove. */
const writing = operations.flatMap(({ id, tier }) => {
  if (tier === undefined) return [];
  return [tier === 'destroy' ? [id, 'updateUser'] : [id]];
});

/**
 * The runs of random combinations: few checks of many combinations notice more than all checks of few. Each runs the
 * checks of some operations, drawn by the seed, with the budget `quick`.
 */
export function randomJobs(subjects: readonly Subject[], seed: number): PlannedJob[] {
  const reads = sampleOf(shuffledSubarray(reading, { minLength: READS, maxLength: READS }), seed, subjects.length);
  return subjects.flatMap((subject, index): PlannedJob[] => {
    const { kind, id } = subject;
    const common = { kind, id, seed: seed + index, budget: 'quick' as const };
    const job = { ...common, operations: reads[index] as string[], data: 'few' as const };
    const writes = writing[Math.floor(index / ONE_IN) % writing.length] as string[];
    const isWriting = index % ONE_IN === 0;
    const jobs = [job, ...(isWriting ? [{ ...common, operations: writes, data: 'writes' as const }] : [])];
    return jobs.map((one) => ({ subject, job: one }));
  });
}
