import { expect, it, onTestFinished } from 'vitest';
import type { Hook, Row } from '../../../reference/index.js';
import { ruleOf, runRules, served } from './run-rules.js';
import { wholeApplications } from './whole-applications.js';

/** Reads show an application as it was some time ago. */
function late(ms: number): Hook {
  const versions = new Map<unknown, { readonly at: number; readonly record: Row }[]>();
  return (steps) => ({
    save: (record, context) => {
      const before = context.tenant.applications.get(String(record.id));
      const own = versions.get(record.id) ?? (before === undefined ? [] : [{ at: 0, record: before }]);
      versions.set(record.id, [...own, { at: Date.now(), record }]);
      steps.save(record, context);
    },
    read: (context) => {
      const read = steps.read(context);
      return { ...read, ...versions.get(read.id)?.findLast(({ at }) => at <= Date.now() - ms)?.record };
    },
  });
}

it('an update of a record with an empty text is undone by an update, even if a read does not show it yet', async () => {
  const { reference, target } = await served({ tenant: wholeApplications(12, () => ''), hooks: [late(800)] });
  onTestFinished(() => reference.close());
  const bulk = ruleOf('bulk', async (context) => {
    const body = { scope: context.listedScope, ids: [context.record.id], body: { approved: true } };
    await context.pollTask(await context.send({ body }));
  });
  const updates = ruleOf('updates', async (context) => {
    const { record } = context;
    await context.send({ record, body: context.patchFor(record, { notes: 'touchstone' }) });
  });

  const { results, restoration } = await runRules(
    target,
    { bulkUpdateApplications: [bulk], updateApplication: [updates] },
    { consistencyWindowMs: 2000 },
  );

  expect(results.map(({ outcome }) => outcome)).toEqual(['pass', 'pass']);
  expect(restoration?.left).toEqual([]);
  const notes = reference.tenant.applications.records.map((one) => one.notes);
  expect(new Set(notes)).toEqual(new Set(['']));
});
