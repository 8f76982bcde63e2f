import { afterAll, describe, expect, test } from 'vitest';
import { check } from '../../conformance/check.js';
import { previewWrites } from '../../conformance/preview-writes.js';
import type { CheckOptions } from '../../engine/target/options.js';
import { answer, on } from '../../reference/hooks.js';
import { createReference, generateTenant, type Hook, type Reference } from '../../reference/index.js';
import { Refusal } from '../../reference/refusal.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const tenant = generateTenant({
  seed: 7,
  sizes: { applications: 14, users: 40, subscriptions: 6, agreements: 12, contracts: 11 },
});
const QUICK: CheckOptions = { rules: ['answers.success-status'], budget: 'quick', seed: 1 };
const WRITES: CheckOptions = { rules: ['updates.effect'], budget: 'quick', seed: 1, allowWrites: true };

const open: Reference[] = [];
afterAll(async () => {
  await Promise.all(open.map((one) => one.close()));
});

/** A reference with the fixtures that it has, and some that a person gives instead. */
async function served(given: Record<string, string>, hooks: readonly Hook[] = []) {
  const reference = createReference({ tenant, hooks });
  open.push(reference);
  const { url } = await reference.listen();
  const own = Object.fromEntries(Object.entries(reference.fixtures).filter(([, id]) => id !== ''));
  return { target: { baseUrl: url, token: reference.token, fixtures: { ...own, ...given } }, own };
}

/** Checks it, and answers why it was refused; `null` where it was checked. */
async function refusal(given: Record<string, string>, options = QUICK, hooks: readonly Hook[] = []) {
  const { target } = await served(given, hooks);
  return check(target, options).then(
    () => null,
    (error: unknown) => ({ name: (error as Error).name, message: (error as Error).message }),
  );
}

/** Refuses every request for some operations, as if no id was known. */
const refuses = (...operations: string[]): Hook =>
  on(
    operations,
    answer(() => {
      throw new Refusal(404, 'not found');
    }),
  );

// A run waits before it refuses an id, which another client may just have removed: these wait at once.
describe.concurrent('a fixture with an id that the target does not have', () => {
  test('is not blamed if another client removed its record for a moment', async () => {
    let reads = 0;
    const missing: Hook = (steps) => ({
      find: (kind, id, context) => {
        reads += 1;
        if (reads <= 3) throw new Refusal(404, 'not found');
        return steps.find(kind, id, context);
      },
      collect: () => [],
    });
    expect(await refusal({}, { ...QUICK, operations: ['getUser'] }, [on(['getUser', 'getUsers'], missing)])).toBeNull();
  });

  test('is a usage error that names the fixture, the operation, its answer and the list', async () => {
    expect(await refusal({ userId: UNKNOWN })).toEqual({
      name: 'UsageError',
      message: `--fixture userId=${UNKNOWN}: getUser returned 404, and getUsers does not list it`,
    });
  });

  test('is one too where the id is malformed or names a record of another kind', async () => {
    const { own } = await served({});
    for (const id of ['no-uuid', own.applicationId ?? '']) {
      expect((await refusal({ userId: id }))?.message).toContain(`--fixture userId=${id}: getUser returned 40`);
    }
  });

  test('is one before anything is sent where no path can hold it', async () => {
    expect((await refusal({ userId: '..' }))?.message).toContain(
      '".." is not an id that the path of a request can contain',
    );
  });

  test('names both fixtures that belong together where no list shows either', async () => {
    const { own } = await served({});
    expect((await refusal({ insightRuleId: UNKNOWN }))?.message).toBe(
      `--fixture subscriptionId=${own.subscriptionId} with --fixture insightRuleId=${UNKNOWN}: getSubscriptionInsightUsers returned 404`,
    );
  });

  test('names a subscription alone where that is what is unknown', async () => {
    expect((await refusal({ subscriptionId: UNKNOWN }))?.message).toBe(
      `--fixture subscriptionId=${UNKNOWN}: getSubscriptionUsers returned 404`,
    );
  });

  test('is not requested when no selected check uses it', async () => {
    expect(await refusal({ userId: UNKNOWN }, { ...QUICK, operations: ['getAgreements'] })).toBeNull();
  });

  test.each([
    ['writableUserIds', WRITES],
    ['removableUserIds', { ...WRITES, rules: ['deletion.*'], allowDestroy: true }],
  ])('is named in the list of %s, and only where it may be written to', async (fixture, options) => {
    const { own } = await served({});
    const ids = `${own.userId},${UNKNOWN}`;
    expect((await refusal({ [fixture]: ids }, options))?.message).toBe(
      `--fixture ${fixture}=${UNKNOWN}: getUser returned 404, and getUsers does not list it`,
    );
    expect(await refusal({ [fixture]: ids }, { ...QUICK, operations: ['getUsers'] })).toBeNull();
  });

  test('is named by a dry run that lists what would be written to', async () => {
    const { target } = await served({ writableUserIds: UNKNOWN });
    await expect(previewWrites(target, WRITES)).rejects.toThrow(`--fixture writableUserIds=${UNKNOWN}`);
  });
});

describe.concurrent('a fixture with an id that exists', () => {
  test('costs one request more for each that is to be written to, and none for those that are read', async () => {
    const { target } = await served({});
    const { fixtures: _none, ...without } = target;
    const options = { ...QUICK, operations: ['getUser'] };
    const given = await check(target, options);
    const discovered = await check(without, options);
    expect(given.requests.sent).toBeLessThanOrEqual(discovered.requests.sent);
  });

  test('is judged where one read of it is refused', async () => {
    expect(await refusal({}, QUICK, [refuses('getUser')])).toBeNull();
  });

  test('is judged where every read of it is refused, and the list shows it', async () => {
    const reads = ['getUser', 'getUserApplications', 'getUserSubscriptions', 'getUserDiscoverySources'];
    expect(await refusal({}, QUICK, [refuses(...reads)])).toBeNull();
  });

  test('is judged where its list cannot be read either', async () => {
    const reads = ['getUsers', 'getUser', 'getUserApplications', 'getUserSubscriptions', 'getUserDiscoverySources'];
    expect(await refusal({}, QUICK, [refuses(...reads)])).toBeNull();
  });

  test('is judged where its read is answered with a 500', async () => {
    const fails = on('getUser', () => ({
      perform: () => {
        throw new Refusal(500, 'broken');
      },
    }));
    expect(await refusal({ userId: UNKNOWN }, { ...QUICK, operations: ['getUser'] }, [fails])).toBeNull();
  });
});
