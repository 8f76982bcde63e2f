import { afterEach, expect, it } from 'vitest';
import type { Hook, Reference } from '../../../reference/index.js';
import { removingNulls } from '../../../reference/variants/writes/merge-patches.js';
import { effect } from '../../../suites/laws/writes/merge-patch/effect.js';
import { digestOf, ruleOf, runRules, served } from './run-rules.js';

const LACKING = ['notes', 'aiCategory', 'aiSubcategory'];

const open: Reference[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((reference) => reference.close()));
});

/** A reference whose applications each lack one value, but for the first `whole` of them. */
async function start(whole: number, ...hooks: Hook[]) {
  const made = await served({ hooks: [removingNulls, ...hooks] });
  open.push(made.reference);
  const { applications, users } = made.reference.tenant;
  const [owner] = users.records;
  applications.records.forEach((one, index) => {
    const name = LACKING[index % LACKING.length] ?? '';
    const complete = { notes: `note ${index}`, aiCategory: 'Assistant', aiSubcategory: 'Chat', categoryName: 'Office' };
    const owned = { primaryOwnerId: owner?.id ?? null, primaryOwnerName: owner?.displayName ?? null };
    applications.replace({
      ...one,
      description: 'of before',
      ...complete,
      ...owned,
      ...(index >= whole && { [name]: null }),
    });
  });
  return { ...made, before: digestOf(made.reference) };
}

/** Stores an empty text for null. */
const emptying: Hook = (steps) => ({
  applyPatch: (record, patch, context) => {
    const nulls = LACKING.filter((name) => patch[name] === null);
    return { ...steps.applyPatch(record, patch, context), ...Object.fromEntries(nulls.map((name) => [name, ''])) };
  },
});

const written: string[] = [];
const updates = ruleOf(
  'updates',
  async (context) => {
    for (const record of context.records) {
      written.push(record.id);
      await context.send({ record, body: context.patchFor(record, { notes: 'of the run', aiCategory: 'other' }) });
    }
  },
  { records: 3 },
);

async function outcomeOf(target: Parameters<typeof runRules>[0], rule = updates) {
  written.splice(0);
  const { results, restoration } = await runRules(target, { updateApplication: [rule] }, { consistencyWindowMs: 20 });
  return { outcome: results[0]?.outcome, reason: results[0]?.reason, left: restoration?.left };
}

it('records that lack values are updated and restored if the target removes what is null', async () => {
  const { reference, target, before } = await start(1);

  expect(await outcomeOf(target)).toEqual({ outcome: 'pass', reason: null, left: [] });
  expect(new Set(written).size).toBe(3);
  expect(digestOf(reference)).toBe(before);
});

it('they are not if the target stores an empty text for null, and nothing stays changed', async () => {
  const { reference, target, before } = await start(1, emptying);

  const { outcome, reason, left } = await outcomeOf(target);

  expect([outcome, left]).toEqual(['inconclusive', []]);
  expect(reason).toMatch(
    /^it needs 3 application records that can be restored, and there is 1 \(\d+ lack a value that an update sets\);/,
  );
  expect(digestOf(reference)).toBe(before);
});

it('nothing is written if all records lack values, unless they are named', async () => {
  let patches = 0;
  const counting: Hook = (steps) => ({
    applyPatch: (...given) => {
      patches += 1;
      return steps.applyPatch(...given);
    },
  });
  const { reference, target, before } = await start(0, counting);

  const { outcome, reason } = await outcomeOf(target);
  expect(outcome).toBe('inconclusive');
  expect(patches).toBe(0);

  const [, named = ''] = reason?.match(/such as --fixture writableApplicationIds=(\S+): null is sent/) ?? [];
  const fixtures = { writableApplicationIds: named };
  expect(named.split(',')).toHaveLength(6);
  expect(await outcomeOf({ ...target, fixtures })).toEqual({ outcome: 'pass', reason: null, left: [] });
  expect(patches).toBeGreaterThan(0);
  expect(digestOf(reference)).toBe(before);
});

it('none are named to the user if all of them lack the same value', async () => {
  const { reference, target } = await start(0);
  const { applications } = reference.tenant;
  for (const one of applications.records) applications.replace({ ...one, notes: null });

  expect((await outcomeOf(target)).reason).toMatch(
    /each of them notes\); name some that lack none with --fixture \S+$/,
  );
});

/** Ignores members that are null. */
const ignoring: Hook = (steps) => ({
  applyPatch: (record, patch, context) => {
    const given = Object.entries(patch).filter(([, value]) => value !== null);
    return steps.applyPatch(record, Object.fromEntries(given), context);
  },
});

it('the effect of an update is checked on a named record that lacks values, which stay as they are', async () => {
  let stores = true;
  const losing: Hook = (steps) => ({
    applyPatch: (record, patch, context) => (stores ? steps.applyPatch(record, patch, context) : record),
  });
  const { reference, target, before } = await start(0, ignoring, losing);
  const lacks = new Map(reference.tenant.applications.records.map(({ id, notes }) => [id, notes === null]));
  const named = [...lacks].flatMap(([id, isLacking]) => (isLacking ? [id] : [])).slice(0, 3);
  const fixtures = { writableApplicationIds: named.join(',') };

  expect((await outcomeOf({ ...target, fixtures })).outcome).toBe('inconclusive');
  expect(await outcomeOf({ ...target, fixtures }, effect)).toEqual({ outcome: 'pass', reason: null, left: [] });
  expect(digestOf(reference)).toBe(before);

  stores = false;
  expect((await outcomeOf({ ...target, fixtures }, effect)).outcome).toBe('fail');
  expect(digestOf(reference)).toBe(before);
});

it('at most one record is damaged if the target stores an empty text for null, and none that has an empty text', async () => {
  const { reference, target } = await start(0, emptying);
  const { records } = reference.tenant.applications;
  const named = records.slice(0, 6).map(({ id }) => id);
  const fixtures = { writableApplicationIds: named.join(',') };
  for (const one of records.slice(0, 5)) reference.tenant.applications.replace({ ...one, description: '' });
  const before = new Map(records.map((one) => [one.id, JSON.stringify(one)]));

  const { outcome, left } = await outcomeOf({ ...target, fixtures });

  const changed = reference.tenant.applications.records.filter((one) => JSON.stringify(one) !== before.get(one.id));
  expect(outcome).toBe('inconclusive');
  expect(changed.map(({ id }) => id)).toEqual([named[5]]);
  expect(left?.map(({ id }) => id)).toEqual([named[5]]);
});

it('no update is sent to a record that lacks values, which a bulk update alone can restore', async () => {
  const rule = ruleOf(
    'bulk',
    async (context) => {
      await context.send({
        operation: context.world.operation('updateApplication'),
        record: context.record,
        body: context.patchFor(context.record),
      });
    },
    { records: 1 },
  );
  const { reference, target, before } = await start(0, emptying);

  const { results } = await runRules(target, { bulkUpdateApplications: [rule] }, { consistencyWindowMs: 20 });

  expect(results[0]).toMatchObject({
    outcome: 'inconclusive',
    reason: 'an update could not restore the record, which lacks a value that it sets',
  });
  expect(digestOf(reference)).toBe(before);
});
