import { expect, it } from 'vitest';
import type { Hook, Row } from '../../../reference/index.js';
import { runConsistency } from './run-consistency.js';

/** How long a record must have been left alone before its next read, and only that, shows it as it was before its last change. */
const QUIET_MS = 150;

const staleAfterQuiet: Hook = (steps) => {
  const changes = new Map<unknown, { readonly at: number; readonly before: Row }>();
  const shown = new Map<unknown, Row>();
  return {
    read: (context) => {
      const read = steps.read(context);
      if (context.operation.id !== 'getApplication') return read;
      const last = shown.get(read.id);
      if (last !== undefined && JSON.stringify(last) !== JSON.stringify(read))
        changes.set(read.id, { at: performance.now(), before: last });
      shown.set(read.id, read);
      const change = changes.get(read.id);
      if (change === undefined || performance.now() - change.at < QUIET_MS) return read;
      changes.delete(read.id);
      return change.before;
    },
  };
};

it('one read of an earlier state at the end is no lost update', async () => {
  const { outcome } = await runConsistency('updateApplication', {
    hooks: [staleAfterQuiet],
    rules: ['consistency.lost-update', 'consistency.completed-undone'],
    consistencyWindowMs: 200,
  });

  expect([outcome('consistency.lost-update'), outcome('consistency.completed-undone')]).toEqual(['pass', 'pass']);
});
