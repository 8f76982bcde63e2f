import { expect, it } from 'vitest';
import type { Hook } from '../../reference/index.js';
import { checkWrites } from './check-writes.js';

/** A bulk update with an unknown id completes without an update of any record. */
const none: Hook = (steps) => ({
  select: (request, context) => {
    const selection = steps.select(request, context);
    return selection.unknown.length > 0 ? { ...selection, ids: [] } : selection;
  },
});

it.each([
  ['bulkUpdateUsers', 'pass', 'its summary counts no success'],
  ['bulkUpdateApplications', 'inconclusive', 'it has no summary'],
])('%s: %s if an unknown id keeps all records from being updated, and %s', async (operation, outcome) => {
  const options = { operations: [operation], rules: ['bulk.around-unknown'] };
  const { checks } = await checkWrites({ reference: { hooks: [none] }, options });

  expect(checks.find(({ id }) => id === `${operation}/bulk.around-unknown`)?.outcome).toBe(outcome);
});
