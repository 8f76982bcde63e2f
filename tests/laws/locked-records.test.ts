import { expect, it } from 'vitest';
import type { Hook } from '../../reference/index.js';
import { Refusal } from '../../reference/refusal.js';
import { checkWrites } from '../conformance/check-writes.js';

/** Updates of so many in ten records are rejected, as if somebody had them open. */
const locked =
  (share: number, status: number): Hook =>
  (steps) => ({
    applyPatch: (record, patch, context) => {
      if (Number.parseInt(String(record.id).slice(-4), 16) % 10 < share) throw new Refusal(status, 'it is locked');
      return steps.applyPatch(record, patch, context);
    },
  });

const RULES = ['updates.other-fields', 'updates.media-type', 'updates.effect', 'updates.many-records'];

it.each([409, 422, 423])('writes to other records where %i rejects updates of some', async (status) => {
  const { checks, restoration } = await checkWrites({
    reference: { hooks: [locked(6, status)] },
    options: { operations: ['updateApplication'], rules: RULES },
  });
  const own = checks.filter(({ operation, outcome }) => operation === 'updateApplication' && outcome !== 'excluded');

  expect(own.map(({ rule, outcome }) => [rule, outcome])).toEqual(RULES.map((rule) => [rule, 'pass']));
  expect(restoration?.left).toEqual([]);
});

it('writes to the records that a caller may write to, where others are a 403', async () => {
  const { checks } = await checkWrites({
    reference: { hooks: [locked(4, 403)] },
    options: { operations: ['updateApplication'], rules: RULES },
  });
  const outcomes = new Map(checks.map(({ id, outcome, reason }) => [id, [outcome, reason]]));

  for (const rule of ['updates.effect', 'updates.many-records', 'updates.other-fields'])
    expect(outcomes.get(`updateApplication/${rule}`)).toEqual(['pass', null]);
});

it('accuses a target that rejects the updates of all records', async () => {
  const { checks } = await checkWrites({
    reference: { hooks: [locked(10, 409)] },
    options: { operations: ['updateApplication'], rules: ['updates.media-type'] },
  });

  expect(checks.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule)).toEqual(['updates.media-type']);
});
