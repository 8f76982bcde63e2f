import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { check } from '../../conformance/check.js';
import { createReference } from '../../reference/index.js';
import { suites } from '../../suites/index.js';
import { serve } from '../engine/serve.js';

const needs = new Map(suites.flatMap(({ rules }) => rules.map((rule) => [rule.id, rule.needs] as const)));
const SIZES = { applications: 14, users: 40, subscriptions: 6, agreements: 12, contracts: 11 };

const json =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
const refusal = (code: number) => ({ error: { code, message: 'no' } });

/** A page of seven users, as the reference answers it. */
async function pageOfUsers(): Promise<unknown> {
  const reference = createReference({ sizes: SIZES });
  const url = '/api/saas/consolidated-view/v1/users?page_size=7';
  const answer = await reference.app.inject({ url, headers: { authorization: `Bearer ${reference.token}` } });
  await reference.close();
  return answer.json();
}

async function checked(listener: RequestListener) {
  const { fixtures, close } = createReference({ sizes: SIZES });
  const served = await serve(listener);
  try {
    return await check({ baseUrl: served.url, token: 'a-token-of-the-test', fixtures }, { seed: 1 });
  } finally {
    await Promise.all([served.close(), close()]);
  }
}

const isOnData = (rule: string): boolean =>
  needs.get(rule)?.some((need) => need === 'records' || need === 'several') === true;

describe('a target that knows nothing', () => {
  const empty = {
    items: [],
    pagination: { page_size: 100, page_number: 1, total_pages: 0, total_items: 0 },
    _links: [],
  };
  it.each<[string, RequestListener]>([
    ['{} to everything', json({})],
    ['an empty list to everything', json(empty)],
    ['404 to everything', json(refusal(404), 404)],
    ['500 to everything', json(refusal(500), 500)],
    [
      'the request, echoed',
      ({ method, url, headers }, response) => json({ method, url, headers })({} as never, response as never),
    ],
    ['HTML', (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Hello')],
  ])('and answers %s does not conform, and passes no rule about data', async (_what, listener) => {
    const report = await checked(listener);
    const passed = report.checks.filter(
      ({ outcome, rule, level }) => outcome === 'pass' && level !== 'gap' && isOnData(rule),
    );

    expect(report.verdict).not.toBe('conforms');
    expect(passed.map(({ id }) => id)).toEqual([]);
  });

  it('and answers the same page of records to everything is found by every rule that tells answers apart', async () => {
    const report = await checked(json(await pageOfUsers()));
    const passed = new Set(report.checks.filter(({ outcome }) => outcome === 'pass').map(({ rule }) => rule));
    const apart = [
      ...['paging.echo', 'paging.defaults', 'paging.at-most', 'paging.partition', 'filter.sound', 'filter.no-match'],
      ...['filter.totals', 'filter.malformed', 'filter.every-value', 'filter.grammar', 'sort.ordered', 'sort.grammar'],
      ...['errors.unknown-id', 'authorization.required', 'relations.same-id', 'relations.links'],
    ];

    expect(report.verdict).toBe('does-not-conform');
    expect(apart.filter((rule) => passed.has(rule))).toEqual([]);
  }, 120_000);
});
