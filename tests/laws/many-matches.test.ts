import { expect, it, onTestFinished } from 'vitest';
import type { WriteRule } from '../../engine/run/rule.js';
import { generateTenant, type Hook } from '../../reference/index.js';
import { mutants } from '../../reference/mutants/index.js';
import { selecting } from '../../reference/mutants/writes/write-hooks.js';
import { Refusal } from '../../reference/refusal.js';
import { variants } from '../../reference/variants/index.js';
import { optionalIds } from '../../suites/laws/writes/bulk/accepted.js';
import { filterCounted } from '../../suites/laws/writes/bulk/filter-summary.js';
import { filtered } from '../../suites/laws/writes/bulk/filters.js';
import { manyMatches } from '../../suites/laws/writes/bulk/many-matches.js';
import { scopeAll } from '../../suites/laws/writes/bulk/scope-all.js';
import { scopeExcept } from '../../suites/laws/writes/bulk/scope-except.js';
import { linkForNothing, statusForNothing } from '../../suites/laws/writes/bulk/selecting-nothing.js';
import { runRules, served } from '../engine/writes/run-rules.js';

const tenant = generateTenant({ seed: 1, sizes: { users: 140 } });

async function resultOf(rule: WriteRule, hooks: readonly Hook[], of = tenant) {
  const { reference, target } = await served({ tenant: of, hooks });
  onTestFinished(() => reference.close());
  const options = { consistencyWindowMs: 100, bulkScope: 'Only', allowScopeAll: true };
  const { results } = await runRules(target, { bulkUpdateUsers: [rule] }, options);
  return results[0];
}

const underFilter = (change: (ids: readonly string[]) => readonly string[]): Hook =>
  selecting((ids, { filter }) => (filter === undefined ? ids : change(ids)));

it('a filter of a bulk update reaches all records that it matches, and no others', async () => {
  expect(await resultOf(manyMatches, [])).toMatchObject({ outcome: 'pass' });
  expect(await resultOf(manyMatches, [underFilter((ids) => ids.slice(0, 100))])).toMatchObject({ outcome: 'fail' });
});

it('a filter that reaches nothing is judged by other rules', async () => {
  expect(await resultOf(manyMatches, [underFilter(() => [])])).toMatchObject({
    outcome: 'inconclusive',
    reason: expect.stringContaining('changed nothing'),
  });
});

it('a record that a bulk update of it alone does not change either says nothing about filters', async () => {
  const fixed = new Set(tenant.users.records.slice(30).map(({ id }) => id));
  expect(await resultOf(manyMatches, [selecting((ids) => ids.filter((id) => !fixed.has(id)))])).toMatchObject({
    outcome: 'inconclusive',
    reason: expect.stringContaining('alone does not change'),
  });
});

it('a bulk update of all records under a filter needs no ids', async () => {
  const demanding = mutants.filter(({ id }) => id === 'bulk-update-users-demands-ids').map(({ hook }) => hook);

  expect(await resultOf(optionalIds, [])).toMatchObject({ outcome: 'pass' });
  expect(await resultOf(optionalIds, demanding)).toMatchObject({ outcome: 'fail' });
});

it.each([
  ['a-filter', filtered],
  ['the-scope-all-alone', scopeAll],
  ['the-scope-all-except', scopeExcept],
])('a bulk update with %s leaves the flags that it does not name', async (how, rule) => {
  const broken = mutants.filter(({ id }) => id === `a-bulk-update-of-users-with-${how}-sets-all-flags`);

  expect(await resultOf(rule, [])).toMatchObject({ outcome: 'pass' });
  expect(
    await resultOf(
      rule,
      broken.map(({ hook }) => hook),
    ),
  ).toMatchObject({
    outcome: 'fail',
  });
});

it.each([
  ['a-filter-that-matches-none-of-the-users-is-answered-with-404', statusForNothing],
  ['the-link-to-the-task-of-a-bulk-update-of-users-with-a-filter-has-another-method', linkForNothing],
])('a bulk update with a filter that matches nothing is answered like others: %s', async (mutant, rule) => {
  const broken = mutants.filter(({ id }) => id === mutant);

  expect(await resultOf(rule, [])).toMatchObject({ outcome: 'pass' });
  expect(broken).toHaveLength(1);
  expect(
    await resultOf(
      rule,
      broken.map(({ hook }) => hook),
    ),
  ).toMatchObject({ outcome: 'fail' });
});

it.each([manyMatches, optionalIds, statusForNothing, linkForNothing, filtered, scopeAll, scopeExcept])(
  '$id is inconclusive on a tenant without users',
  async (rule) => {
    const none = generateTenant({ seed: 1, sizes: { users: 0 } });

    expect(await resultOf(rule, [], none)).toMatchObject({ outcome: 'inconclusive' });
  },
);

it.each([manyMatches, optionalIds, statusForNothing, linkForNothing, filtered, scopeAll, scopeExcept])(
  '$id sends no bulk update of all records where none of listed ones restores them',
  async (rule) => {
    const unknown = variants.find(({ id }) => id === 'the-scope-of-listed-ids-is-one-that-the-run-does-not-know');

    expect(await resultOf(rule, unknown?.hooks ?? [])).toMatchObject({ outcome: 'inconclusive' });
  },
);

it.each([
  ['the-summary-of-a-bulk-update-with-a-filter-counts-no-user', 'the summary counts 0 successful updates'],
  ['a-bulk-update-with-a-filter-has-no-summary', 'returned 404, that of one with ids 200'],
])('%s is reported', async (id, message) => {
  const broken = mutants.filter((mutant) => mutant.id === id).map(({ hook }) => hook);
  expect(broken).toHaveLength(1);

  const result = await resultOf(filterCounted, broken);
  expect(result?.evidence).toMatchObject([{ difference: { message: expect.stringContaining(message) } }]);
});

it('a bulk update with a filter whose summary cannot be read says nothing where no other can', async () => {
  expect(await resultOf(filterCounted, [])).toMatchObject({ outcome: 'pass' });
  const noSummaries: Hook = () => ({
    summaryRecord: () => {
      throw new Refusal(404, 'gone');
    },
  });
  expect(await resultOf(filterCounted, [noSummaries])).toMatchObject({ outcome: 'inconclusive' });
  expect(await resultOf(filterCounted, [underFilter(() => [])])).toMatchObject({
    outcome: 'inconclusive',
    reason: expect.stringContaining('changed nothing'),
  });
});
