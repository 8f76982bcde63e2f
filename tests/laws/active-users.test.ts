import { expect, it, onTestFinished } from 'vitest';
import { on } from '../../reference/hooks.js';
import type { Hook, Row } from '../../reference/index.js';
import { otherFields } from '../../suites/laws/writes/merge-patch/untouched.js';
import { runRules, served } from '../engine/writes/run-rules.js';

async function outcomeOf(change: (record: Row) => Row) {
  const hook: Hook = on('updateUser', (steps) => ({
    applyPatch: (record, patch, context) => change(steps.applyPatch(record, patch, context)),
  }));
  const { reference, target } = await served({ hooks: [hook] });
  onTestFinished(() => reference.close());
  const { results } = await runRules(target, { updateUser: [otherFields] }, { consistencyWindowMs: 60 });
  return results.map(({ outcome }) => outcome);
}

it('accepts a status that follows from an update that counts as activity', async () => {
  const active = (record: Row) => ({ ...record, lastActive: new Date().toISOString(), status: 'Seen' });
  expect(await outcomeOf(active)).toEqual(['pass']);
});

it('fails a status that an update sets without that', async () => {
  expect(await outcomeOf((record) => ({ ...record, status: 'Seen' }))).toEqual(['fail']);
});
