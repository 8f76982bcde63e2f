import { afterEach, describe, expect, it } from 'vitest';
import { check } from '../../conformance/check.js';
import type { Fixtures } from '../../contract/types.js';
import { createReference, type Reference } from '../../reference/index.js';

const SIZES = { applications: 12, users: 130, subscriptions: 4, agreements: 5, contracts: 4 };
const open: Reference[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

/** Runs one rule on a reference; answers the ids of the parents that were asked for, in their order. */
async function parentsAsked(operation: string, rule: string, fixtures: (reference: Reference) => Fixtures) {
  const reference = createReference({ sizes: SIZES });
  open.push(reference);
  const asked: string[] = [];
  reference.app.addHook('onRequest', async ({ url }) => {
    const [, id] = /\/users\/([0-9a-f-]{36})/.exec(url) ?? [];
    if (id !== undefined) asked.push(id);
  });
  const { url } = await reference.listen();
  const target = { baseUrl: url, token: reference.token, fixtures: fixtures(reference) };
  const report = await check(target, { seed: 1, operations: [operation], rules: [rule] });
  return { asked, report };
}

/** Users of the reference by the number of their applications. */
async function usersByApplications() {
  const reference = createReference({ sizes: SIZES });
  open.push(reference);
  const { url } = await reference.listen();
  const get = async (path: string) => {
    const answer = await fetch(`${url}/api/saas/consolidated-view/v1/${path}`, {
      headers: { authorization: `Bearer ${reference.token}` },
    });
    return answer.json() as Promise<{ items: { id: string }[]; pagination: { total_items: number } }>;
  };
  const { items } = await get('users?page_size=1000');
  const counts = await Promise.all(
    items.map(async ({ id }) => ({ id, count: (await get(`users/${id}/applications`)).pagination.total_items })),
  );
  return { all: items.map(({ id }) => id), counts };
}

describe('the parents of a child list', () => {
  it('are all those that a person gives, and the richest of them serves most rules', async () => {
    const { counts } = await usersByApplications();
    const ordered = counts.toSorted((one, other) => one.count - other.count);
    const [poor, rich] = [ordered.find(({ count }) => count === 1), ordered.at(-1)];

    const { asked } = await parentsAsked('getUserApplications', 'answers.repeatable', () => ({
      userId: `${poor?.id}, ${rich?.id}`,
    }));

    expect(new Set(asked)).toEqual(new Set([poor?.id, rich?.id]));
    const times = (id: string | undefined) => asked.filter((one) => one === id).length;
    expect(times(rich?.id)).toBeGreaterThan(times(poor?.id));
  });

  it('include one of a late page, and one without children', async () => {
    const { all, counts } = await usersByApplications();
    const empty = new Set(counts.filter(({ count }) => count === 0).map(({ id }) => id));

    const { asked, report } = await parentsAsked('getUserApplications', 'relations.empty-parent', () => ({}));

    expect(asked.some((id) => all.indexOf(id) >= 100)).toBe(true);
    expect(asked.some((id) => empty.has(id))).toBe(true);
    expect(report.checks.find(({ outcome }) => outcome !== 'excluded')).toMatchObject({ outcome: 'pass' });
  });
});

describe('details', () => {
  it('are read for records of a late page too', async () => {
    const { all } = await usersByApplications();

    const { asked } = await parentsAsked('getUser', 'relations.same-id', ({ fixtures }) => ({
      userId: fixtures.userId,
    }));

    expect(asked.some((id) => all.indexOf(id) >= 100)).toBe(true);
    expect(asked.some((id) => all.indexOf(id) > 0 && all.indexOf(id) < 100)).toBe(true);
  });
});
