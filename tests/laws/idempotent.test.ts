import { expect, it } from 'vitest';
import type { Hook } from '../../reference/index.js';
import { checkWrites } from '../conformance/check-writes.js';

/** The first read after the first update of a record comes from a cache, which has another value of a flag. */
const staleOnce: Hook = (steps) => {
  const updated = new Map<unknown, 'stale' | 'fresh'>();
  return {
    save: (record, context) => {
      if (!updated.has(record.id)) updated.set(record.id, 'stale');
      steps.save(record, context);
    },
    read: (context) => {
      const read = steps.read(context);
      if (updated.get(read.id) !== 'stale') return read;
      updated.set(read.id, 'fresh');
      return { ...read, sanctioned: read.sanctioned !== true };
    },
  };
};

it('a read of an earlier state is no second effect of the same patch', async () => {
  const report = await checkWrites({
    reference: { hooks: [staleOnce] },
    options: { operations: ['updateApplication'], rules: ['updates.idempotent'] },
  });
  const own = report.checks.find(({ id }) => id === 'updateApplication/updates.idempotent');

  expect([own?.outcome, own?.findings]).toEqual(['pass', []]);
});
