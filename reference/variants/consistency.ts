import type { Hook } from '../behaviour.js';
import type { ReferenceOptions } from '../create-reference.js';
import { staleReads } from '../mutants/consistency/hooks.js';

/** A reference that no rule of concurrent clients may accuse, because it loses nothing. */
export interface ConcurrentVariant {
  readonly title: string;
  readonly hooks: readonly Hook[];
  readonly reference?: ReferenceOptions;
  readonly consistencyWindowMs: number;
  /** Whether every call takes place at one moment between request and response. */
  readonly isLinearizable: boolean;
}

/** Bulk updates wait for each other and complete one after the other. */
const serialised: Hook = (steps) => {
  let running: Promise<void> = Promise.resolve();
  return {
    completeTask: (task, context) => {
      running = running.then(async () => {
        await new Promise((resolve) => setTimeout(resolve, 10).unref());
        steps.completeTask(task, context);
      });
    },
  };
};

/** References that make other legal choices about concurrent requests. */
export const concurrentVariants: readonly ConcurrentVariant[] = [
  {
    title: 'linearizable and slow',
    hooks: [],
    reference: { latencyMs: 8 },
    consistencyWindowMs: 60,
    isLinearizable: true,
  },
  {
    title: 'all reads are of one replica, 30 ms behind',
    hooks: [staleReads((record, versions) => versions.before(30, record))],
    consistencyWindowMs: 1500,
    isLinearizable: false,
  },
  {
    title: 'eventually consistent within 500 ms',
    hooks: [staleReads((record, versions, reads) => (reads % 3 === 0 ? record : versions.before(500, record)))],
    consistencyWindowMs: 3000,
    isLinearizable: false,
  },
  {
    title: 'bulk updates are carried out one after the other',
    hooks: [serialised],
    consistencyWindowMs: 60,
    isLinearizable: true,
  },
];
