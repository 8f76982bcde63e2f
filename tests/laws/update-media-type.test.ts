import { expect, it, onTestFinished } from 'vitest';
import { on } from '../../reference/hooks.js';
import type { Hook } from '../../reference/index.js';
import { Refusal } from '../../reference/refusal.js';
import { mediaType } from '../../suites/laws/writes/merge-patch/answer.js';
import { runRules, served } from '../engine/writes/run-rules.js';

/** An update is also accepted as application/json. */
const anyJson: Hook = (steps) => ({
  readBody: (context) =>
    steps.readBody({ ...context, headers: { ...context.headers, 'content-type': 'application/merge-patch+json' } }),
});

/** An update that changes nothing is rejected, and then another client edits the record. */
const editedOnceRejected: Hook = (steps) => ({
  applyPatch: (before, patch, context) => {
    const patched = steps.applyPatch(before, patch, context);
    if (JSON.stringify(patched) !== JSON.stringify(before)) return patched;
    steps.save({ ...before, isQualified: before.isQualified !== true }, context);
    throw new Refusal(400, 'nothing would change');
  },
});

it('blames no rejection of an update without a change on the media type while another client edits the record', async () => {
  const { reference, target } = await served({
    hooks: [on('updateUser', anyJson), on('updateUser', editedOnceRejected)],
  });
  onTestFinished(() => reference.close());

  const { results } = await runRules(target, { updateUser: [mediaType] });

  expect(results.map(({ outcome, reason }) => ({ outcome, reason }))).toEqual([
    { outcome: 'inconclusive', reason: expect.stringContaining('the target rejected every documented update body') },
  ]);
});
