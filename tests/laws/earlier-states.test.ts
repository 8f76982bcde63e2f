import { expect, it } from 'vitest';
import type { Hook, Row } from '../../reference/index.js';
import { checkWrites } from '../conformance/check-writes.js';

/** The first reads after the third update of each record show an earlier state, in which other fields differed. */
function staleFor(reads: number, earlier: Row): Hook {
  return (steps) => {
    const updates = new Map<unknown, number>();
    const left = new Map<unknown, number>();
    return {
      save: (record, context) => {
        const count = (updates.get(record.id) ?? 0) + 1;
        updates.set(record.id, count);
        if (count === 3) left.set(record.id, reads);
        steps.save(record, context);
      },
      read: (context) => {
        const read = steps.read(context);
        const more = left.get(read.id) ?? 0;
        left.set(read.id, more - 1);
        return more > 0 ? { ...read, ...earlier } : read;
      },
    };
  };
}

it.each([
  ['bulkUpdateApplications', 'bulk.other-flags', staleFor(1, { notes: 'as it was' })],
  ['updateApplication', 'updates.other-fields', staleFor(2, { licenseCount: 1234 })],
])('a read of an earlier state is no change of other fields: %s/%s', async (operation, rule, hook) => {
  const report = await checkWrites({
    reference: { hooks: [hook] },
    options: { operations: [operation], rules: [rule] },
  });
  const own = report.checks.find(({ id }) => id === `${operation}/${rule}`);

  expect([own?.outcome, own?.findings]).toEqual(['pass', []]);
});
