import { expect, it } from 'vitest';
import type { Hook } from '../../reference/index.js';
import { checkWrites } from '../conformance/check-writes.js';
import { wholeApplications } from '../engine/writes/whole-applications.js';

const decomposes: Hook = (steps) => ({
  save: (record, context) => steps.save({ ...record, notes: String(record.notes).normalize('NFD') }, context),
});

/** Applications of which the first few have notes with an umlaut. */
const tenantWith = (umlauts: number) =>
  wholeApplications(40, (place) => (place < umlauts ? `Größe ${place}` : `size ${place}`));

it.each([
  ['all records', 40],
  ['some records', 8],
])('texts that are stored in another Unicode form are found where %s hold such texts', async (_which, umlauts) => {
  const { checks, restoration } = await checkWrites({
    reference: { tenant: tenantWith(umlauts), hooks: [decomposes] },
    options: { operations: ['updateApplication'], rules: ['updates.texts'] },
  });
  const own = checks.find(({ id }) => id === 'updateApplication/updates.texts');

  expect(own?.findings[0]?.message).toMatch(/notes .*; they differ in their Unicode form or in spaces/);
  // What no update can store is not risked while there are other records.
  const reasons = restoration?.left.map(({ reason }) => reason);
  expect(new Set(reasons)).toEqual(new Set(umlauts < 40 ? [] : ['the target did not apply the update']));
});
