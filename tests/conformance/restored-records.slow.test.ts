import { describe, expect, it } from 'vitest';
import type { Tenant } from '../../generators/tenant/tenant.js';
import { subjectOf } from '../../proof/subject.js';
import type { Hook } from '../../reference/index.js';
import type { Row } from '../../reference/model.js';
import { neighbourOf, patched } from '../../reference/mutants/writes/write-hooks.js';
import { checkWrites } from './check-writes.js';

/** What follows from who is in a subscription, so that a removal changes it. */
const FIGURES = [
  ...['licenseCount', 'potentialSavings', 'userCostPerMonth'],
  ...['licenses', 'available', 'assigned', 'utilization'],
];

/** Keeps the records of a target, to compare them with how they were before a run. */
function watch() {
  let current: Tenant | undefined;
  const records = (): ReadonlyMap<string, Row> => {
    const all = [...(current?.users.records ?? []), ...(current?.applications.records ?? [])];
    return new Map(all.map((one) => [one.id, one as unknown as Row]));
  };
  let before = records();
  const hook: Hook = (steps) => ({
    prepare: (tenant) => {
      steps.prepare(tenant);
      current = tenant;
      before = records();
    },
  });
  const changed = () => {
    const now = records();
    return [...before].flatMap(([id, was]) =>
      Object.keys(was)
        .filter((name) => !FIGURES.includes(name) && JSON.stringify(was[name]) !== JSON.stringify(now.get(id)?.[name]))
        .map((name) => `${id} ${name}`),
    );
  };
  return { hook, changed };
}

/** Runs rules on a faulty target: the fields of records that have changed, and those that the report names. */
async function after(hooks: readonly Hook[], operations: readonly string[], rules: readonly string[]) {
  const { hook, changed } = watch();
  const report = await checkWrites({
    reference: { hooks: [...hooks, hook] },
    options: { operations, rules },
  });
  const left = report.restoration?.left ?? [];
  return {
    failed: report.checks.some(({ outcome }) => outcome === 'fail'),
    restored: report.restoration?.touched.length ?? 0,
    changed: changed().sort(),
    reported: left.flatMap(({ id, fields }) => fields.map(({ name }) => `${id} ${name}`)).sort(),
    reason: report.verdictReason,
  };
}

const mutant = (id: string) => subjectOf('mutant', id).reference.hooks ?? [];
const swapped = patched((updated, patch) => ({ ...updated, isOnline: patch.isInReview, isInReview: patch.isOnline }));

/** Updates reset a field of the first records that they name, so that no re-run shows it. */
function resetting(count: number): Hook {
  const reset = new Set<unknown>();
  return patched((updated) => {
    if (reset.size < count) reset.add(updated.id);
    return reset.has(updated.id) ? { ...updated, yearlyCost: 7 } : updated;
  });
}

/** Updates write their flags to the record after the one that they name. */
const misdirected: Hook = (steps) => ({
  save: (updated, context) => {
    const { isInReview, isOnline, isQualified } = updated;
    steps.save({ ...neighbourOf(updated, context), isInReview, isOnline, isQualified }, context);
  },
});

describe('the records of a target whose writes are faulty', () => {
  it('are restored or reported if updates change another record, although no check compares other records', async () => {
    const { failed, changed, reported } = await after([misdirected], ['updateUser'], ['updates.effect']);

    expect(failed).toBe(true);
    expect(changed.filter((one) => !reported.includes(one))).toEqual([]);
  });

  it('are all restored if an update swaps two flags', async () => {
    const operations = ['updateUser', 'bulkUpdateUsers', 'getUsersTask'];
    const { failed, changed, reported } = await after([swapped], operations, ['updates.effect', 'bulk.accepted']);

    expect({ failed, changed, reported }).toEqual({ failed: true, changed: [], reported: [] });
  });

  it('are restored if what an update has stored breaks the response to a read', async () => {
    const hooks = mutant('a-line-break-in-a-text-breaks-the-response-of-get-application');
    const { failed, changed, reported } = await after(hooks, ['updateApplication'], ['updates.texts']);

    expect({ failed, changed, reported }).toEqual({ failed: true, changed: [], reported: [] });
  });

  it('are reported if the first updates reset a field, which a re-run on other records does not show', async () => {
    const { failed, changed, reported } = await after([resetting(2)], ['updateApplication'], ['updates.other-fields']);

    expect(changed).toHaveLength(2);
    expect({ failed, reported }).toEqual({ failed: true, reported: changed });
  });

  it('are reported, without a failure, if an update resets a field of one alone', async () => {
    const hooks = [resetting(1)];
    const { failed, changed, reported, reason } = await after(hooks, ['updateApplication'], ['updates.other-fields']);

    expect(changed).toHaveLength(1);
    expect({ failed, reported }).toEqual({ failed: false, reported: changed });
    expect(reason).toContain('1 record could not be restored');
  });

  it.each([
    ['an-update-of-a-user-overwrites-status', 'updateUser'],
    ['an-update-of-an-application-overwrites-yearly-cost', 'updateApplication'],
  ])('are reported with each changed field that no update can set: %s', async (id, operation) => {
    const { changed, reported, reason } = await after(mutant(id), [operation], ['updates.other-fields']);

    expect(changed).not.toEqual([]);
    expect(reported).toEqual(changed);
    expect(reason).toMatch(/1 check failed, and \d+ records? could not be restored/);
  });

  it.each([
    ['a-bulk-update-of-users-changes-an-application', ['bulkUpdateUsers', 'getUsersTask'], ['bulk.other-kinds']],
    ['a-patch-reaches-all-users', ['updateUser'], ['updates.other-records', 'updates.effect']],
  ])('are restored, or reported with each changed field, if no write names them: %s', async (id, operations, rules) => {
    const { failed, changed, reported } = await after(mutant(id), operations, rules);

    expect(failed).toBe(true);
    expect(reported).toEqual(changed);
  });
});

const REMOVAL = ['deleteSubscriptionUsers'];

describe('the users of a target whose removals change more than the subscription', () => {
  it('are restored if an update can set what has changed', async () => {
    const hooks = mutant('a-deletion-resets-the-flags-of-the-users');
    const { failed, changed, reported, restored } = await after(hooks, REMOVAL, ['deletion.*']);

    expect({ failed, changed, reported }).toEqual({ failed: true, changed: [], reported: [] });
    expect(restored).toBeGreaterThan(1);
  });

  it('are restored or reported if they stay, and an update can set what has changed', async () => {
    const hooks = mutant('a-removal-resets-the-flags-of-the-users-who-stay');
    const { failed, changed, reported } = await after(hooks, REMOVAL, ['deletion.*']);

    expect(failed).toBe(true);
    expect(reported).toEqual(changed);
  });

  it.each([
    'a-deletion-disables-the-users',
    'a-deletion-clears-the-e-mail-addresses-of-the-users',
    'a-removal-clears-the-department-of-the-users-who-stay',
    'a-removal-sets-the-status-of-the-users-who-stay',
  ])('are reported with each field that no update can set: %s', async (id) => {
    const { changed, reported, reason } = await after(mutant(id), REMOVAL, ['deletion.*']);

    expect(changed).not.toEqual([]);
    expect(reported).toEqual(changed);
    expect(reason).toMatch(/\d+ records? could not be restored/);
  });

  it.each(['a-deletion-removes-everybody', 'a-removal-takes-users-out-of-every-subscription'])(
    'are reported with each subscription that they were removed from by mistake: %s',
    async (id) => {
      const { reported, reason } = await after(mutant(id), REMOVAL, ['deletion.*']);

      expect(reported).toContainEqual(expect.stringMatching(/^\S+ subscriptionId \S+$/));
      expect(reason).toMatch(/checks? failed, and \d+ records? could not be restored/);
    },
  );
});

it('reports records in which bulk updates also set a field that no update contains, although no check fails', async () => {
  const alsoStatus: Hook = (steps) => ({
    applyFlags: (record, flags, context) => ({
      ...steps.applyFlags(record, flags, context),
      ...(flags.review === true && { status: 'In review' }),
    }),
  });
  const operations = ['bulkUpdateUsers', 'getUsersTask'];
  const { failed, changed, reported, reason } = await after([alsoStatus], operations, ['bulk.effect', 'bulk.accepted']);

  expect(failed).toBe(false);
  expect(changed).not.toEqual([]);
  expect(reported).toEqual(changed);
  expect(reason).toBe(`${changed.length} records could not be restored`);
});
