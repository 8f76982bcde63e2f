import { describe, expect, it } from 'vitest';
import { check } from '../../conformance/check.js';
import type { CheckOptions } from '../../engine/target/options.js';
import { createReference } from '../../reference/index.js';
import { renderConsole } from '../../reporters/console.js';
import { exitCodeOf } from '../../reporters/exit-code.js';
import { renderHtml } from '../../reporters/html.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { assertReport } from '../package/report-schema.js';
import { failures } from './check-reference.js';

const SIZES = { applications: 12, users: 60, subscriptions: 6, agreements: 9, contracts: 9 };
const OPTIONS = { operations: ['getUsers', 'getUser'], rules: ['paging.*', 'records.*', 'answers.*'] };

/** What a response gets, by its number from 1 and the path of its request; `null` for the normal one. */
type Change = (request: { readonly count: number; readonly url: string }) => Changed | null;

interface Changed {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: (body: string) => string;
}

const withText = (length: number): Changed => ({
  body: (body) => `${body.slice(0, -1)},"pad":"${'x'.repeat(length - 1)}"}`,
});
const nested = (levels: number): Changed => ({
  body: (body) => `${body.slice(0, -1)},"deep":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`,
});
const coded: Changed = { headers: { 'content-encoding': 'zstd' } };

/** Checks a small reference whose successful responses change. */
async function checkChanged(change: Change, options: CheckOptions = OPTIONS, sizes = SIZES): Promise<RunReport> {
  const server = createReference({ sizes });
  let count = 0;
  server.app.addHook('onSend', async (request, reply, body) => {
    count += 1;
    const changed = reply.statusCode === 200 ? change({ count, url: request.url }) : null;
    if (changed === null) return body;
    void reply.headers(changed.headers ?? {});
    return changed.body?.(String(body)) ?? body;
  });
  try {
    const { url } = await server.listen();
    const { token, fixtures } = server;
    return await check({ baseUrl: url, token, fixtures }, { seed: 1, ...options });
  } finally {
    await server.close();
  }
}

describe('a target whose responses exceed a limit of touchstone', () => {
  it.each([
    ['by a string', withText(1_000_001), 'a string of more than 1,000,000 characters'],
    ['by a content coding', coded, 'content-encoding of the response is not supported'],
  ])('%s in mid-run makes the run incomplete, in every report', async (_what, changed, summary) => {
    const report = await checkChanged(({ count }) => (count > 20 ? changed : null));

    assertReport(report);
    expect(failures(report)).toEqual([]);
    expect(report.verdict).toBe('incomplete');
    expect(exitCodeOf(report)).toBe(3);
    expect(report.incomplete).toMatchObject({
      causes: { limit: expect.any(Number) },
      firstTrouble: { cause: 'limit', summary: expect.stringContaining(summary) },
      lastGood: { request: expect.any(Number) },
      probe: { succeeded: false },
      endedEarly: false,
    });
    const limited = report.checks.filter(({ cause }) => cause === 'limit');
    expect(limited.filter(({ level }) => level === 'must')).toHaveLength(report.incomplete?.checks ?? 0);
    expect(limited[0]?.reason).toContain(summary);
    const reason = 'because responses exceeded a limit of touchstone (get';
    expect(renderConsole(report, { color: false, width: 400 })).toContain(reason);
    expect(await renderHtml(report)).toContain(reason);
  });

  it('from the first response of one operation makes it incomplete and names the operation', async () => {
    const report = await checkChanged(({ url }) => (/\/users\/[^/?]+$/.test(url) ? withText(1_000_001) : null));

    expect(report.verdict).toBe('incomplete');
    expect(report.verdictReason).toMatch(
      /^\d+ MUST checks could not be decided, because responses exceeded a limit of touchstone \(getUser: test a tenant with less data, or select other operations with --operation\)$/,
    );
    expect(report.incomplete?.probe?.succeeded).toBe(true);
  });

  it('does not conform where the excess is a finding, and its other checks follow from it', async () => {
    const report = await checkChanged(({ url }) => (/\/users\/[^/?]+$/.test(url) ? nested(1001) : null));

    expect(failures(report, 'must')).toEqual([
      'getUser/answers.json: the body is not JSON: it is nested deeper than 1000 levels',
    ]);
    expect(report.verdict).toBe('does-not-conform');
    expect(report.incomplete).toBeUndefined();
  });
});

it('a target whose small pages are too large to read all of them is not accused', async () => {
  const texts = JSON.stringify(Array.from({ length: 90 }, () => 'x'.repeat(95_000)));
  const padded: Changed = { body: (body) => `${body.slice(0, -1)},"pad":${texts}}` };
  const isSmall = (url: string) => url.includes('filter=') && /page_size=\d{1,2}(&|$)/.test(url);

  const report = await checkChanged(
    ({ url }) => (isSmall(url) ? padded : null),
    { operations: ['getUsers'], rules: ['filter.paging'] },
    { ...SIZES, users: 240 },
  );

  expect(report.checks.find(({ id }) => id === 'getUsers/filter.paging')).toMatchObject({
    outcome: 'inconclusive',
    cause: 'limit',
  });
  expect([report.verdict, exitCodeOf(report)]).toEqual(['incomplete', 3]);
});

it.each([
  ['strings', withText(1_000_000)],
  ['nesting', nested(1000)],
])('a target that stays within the limits conforms: %s', async (_what, changed) => {
  const report = await checkChanged(() => changed);

  expect(failures(report)).toEqual([]);
  expect(report.verdict).toBe('conforms');
  expect(report.checks.filter(({ cause }) => cause !== undefined)).toEqual([]);
});
