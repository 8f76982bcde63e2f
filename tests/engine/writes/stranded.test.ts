import { expect, it, onTestFinished } from 'vitest';
import type { WriteRule } from '../../../engine/run/rule.js';
import type { Hook } from '../../../reference/behaviour.js';
import type { Row } from '../../../reference/model.js';
import { Refusal } from '../../../reference/refusal.js';
import { allFlags, order } from '../../../suites/laws/writes/bulk/order.js';
import { ownValues } from '../../../suites/laws/writes/merge-patch/own-values.js';
import { takesNoBulk } from './hooks.js';
import { digestOf, ruleOf, runRules, served } from './run-rules.js';

/** Updates do not set a flag to false, which bulk updates do. */
const ignoresFalse: Hook = (steps) => ({
  applyPatch(record, patch, context) {
    const taken = Object.entries(patch).map(([name, value]) => [name, value === false ? record[name] : value]);
    return steps.applyPatch(record, Object.fromEntries(taken) as Row, context);
  },
});

const setsOnline = ruleOf(
  'sets-online',
  async (context) => {
    const { record } = context;
    await context.send({ record, body: context.patchFor(record, { isOnline: true }) });
  },
  { fresh: true },
);

const judges = ruleOf('judges', async (context) => {
  context.report(context.record.answer, { at: '/x', expected: 'a', actual: 'b', message: 'found' });
});

const bulk = ruleOf('bulk', async (context) => {
  await order(context, { ids: [context.record.id], flags: allFlags(context, true) });
});

/** Runs rules that share the one record that may be written to, on a target whose updates do not restore it. */
async function run(hooks: readonly Hook[], updates: readonly WriteRule[] = [judges, setsOnline]) {
  const { reference, target } = await served({ hooks });
  onTestFinished(() => reference.close());
  const isOff = (user: Row) => ['isOnline', 'isInReview', 'isQualified'].every((name) => user[name] === false);
  const user = reference.tenant.users.records.find((one) => isOff(one as unknown as Row));
  const before = digestOf(reference);
  const fixtures = { ...target.fixtures, writableUserIds: String(user?.id) };
  const rules = { updateUser: updates, bulkUpdateUsers: [bulk] };
  const outcome = await runRules({ ...target, fixtures }, rules, { consistencyWindowMs: 100 });
  const results = new Map(outcome.results.map((one) => [one.check.rule.id, one]));
  return { results, left: outcome.restoration?.left, isAsBefore: digestOf(reference) === before };
}

it('restores by a bulk update what no update restores, so that the next checks get the record', async () => {
  const { results, left, isAsBefore } = await run([ignoresFalse]);

  expect([...results].map(([id, { outcome }]) => [id, outcome])).toEqual([
    ['judges', 'fail'],
    ['sets-online', 'pass'],
    ['bulk', 'pass'],
  ]);
  expect([left, isAsBefore]).toEqual([[], true]);
});

it('has a cause for the checks that get no record because the target did not restore it', async () => {
  const { results, left } = await run([ignoresFalse, takesNoBulk]);

  expect(results.get('judges')).toMatchObject({
    outcome: 'inconclusive',
    cause: 'unrestored',
    reason: expect.stringContaining('the target did not restore 1 when this run asked it to'),
  });
  expect(left).toHaveLength(1);
});

it('blames the target for a text that updates with its first value do not restore', async () => {
  const keepsNotes: Hook = (steps) => ({
    applyPatch(record, patch, context) {
      const notes = String(patch.notes).startsWith('touchstone') ? patch.notes : record.notes;
      return steps.applyPatch(record, { ...patch, notes } as Row, context);
    },
  });
  const { reference, target } = await served({ hooks: [keepsNotes] });
  onTestFinished(() => reference.close());
  const isWhole = (one: object) => Object.values(one).every((value) => value !== null);
  const application = reference.tenant.applications.records.find(isWhole);
  const fixtures = { ...target.fixtures, writableApplicationIds: String(application?.id) };
  const setsNotes = ruleOf('sets-notes', async (context) => {
    const { record } = context;
    await context.send({ record, body: context.patchFor(record, { notes: 'touchstone' }) });
  });

  const rules = { updateApplication: [setsNotes, ownValues] };
  const { results } = await runRules({ ...target, fixtures }, rules, { consistencyWindowMs: 100 });

  const found = results.find(({ check }) => check.rule.id === 'updates.own-values');
  expect(found?.outcome).toBe('fail');
  expect(found?.evidence[0]?.difference.message).toMatch(
    /^\d+ updates that set notes to its value before the run were accepted and not applied: \S+ still has "touchstone", not "/,
  );
});

it('does not blame it for flags, which bulk updates of other checks may set again', async () => {
  const { results } = await run([ignoresFalse, takesNoBulk], [setsOnline, ownValues]);

  expect(results.get('updates.own-values')?.outcome).not.toBe('fail');
});

it('restores such a record again for the checks that are left without one, of which the decisive one is the first', async () => {
  let bulks = 0;
  const takesNoFirstBulk: Hook = (steps) => ({
    select(...given) {
      bulks += 1;
      if (bulks === 1) throw new Refusal(400, 'Not yet');
      return steps.select(...given);
    },
  });
  const order: string[] = [];
  const noted = (rule: WriteRule): WriteRule => ({
    ...rule,
    write(context) {
      order.push(rule.id);
      return rule.write(context);
    },
  });
  const other = noted({ ...judges, id: 'other' });

  const { results, left } = await run(
    [ignoresFalse, takesNoFirstBulk],
    [other, noted({ ...judges, decisive: true }), noted(setsOnline)],
  );

  expect(order.slice(0, 3)).toEqual(['sets-online', 'judges', 'other']);
  expect(results.get('judges')?.outcome).toBe('fail');
  expect(left).toEqual([]);
});
