import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { check } from '../../conformance/check.js';
import type { CheckOptions } from '../../engine/target/options.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { suites } from '../../suites/index.js';
import { oneIn } from '../one-in.js';
import { type Served, serve, serveRaw } from './serve.js';

const TOKEN = 'hunter2-hunter2-hunter2';
const needs = new Map(suites.flatMap(({ rules }) => rules.map((rule) => [rule.id, rule.needs] as const)));

async function run(served: Served, options: CheckOptions = {}, target: { token?: undefined } = {}) {
  const start = performance.now();
  try {
    const own = 'token' in target ? {} : { token: TOKEN };
    const report = await check({ baseUrl: served.url, ...own }, { seed: 1, timeoutMs: 10_000, ...options });
    return { report, elapsedMs: performance.now() - start };
  } finally {
    await served.close();
  }
}

/** Passes of rules that need records. */
function onRecords(report: RunReport): string[] {
  const record = (rule: string) => needs.get(rule)?.some((need) => need === 'records' || need === 'several');
  return report.checks.filter(({ outcome, rule }) => outcome === 'pass' && record(rule)).map(({ id }) => id);
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Listener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const pagination = { page_size: 100, page_number: 1, total_pages: 0, total_items: 0 };
const refusal = (code: number) => ({ error: { code, message: 'no' } });
const nested = `{"items":[${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}],"pagination":${JSON.stringify(pagination)}}`;
const user = { id: '0b9b6a1e-7f39-4f0e-8a07-0a3a1f1f7a11', displayName: 'A', status: 'Active' };

interface Degenerate {
  readonly what: string;
  readonly listener: Listener;
  readonly verdict: RunReport['verdict'];
  /** What the reason of the verdict says. */
  readonly reason: RegExp;
  /** Whether it leaves requests without a response. */
  readonly hangs?: true;
}

const degenerate: readonly Degenerate[] = [
  { what: '{} to everything', listener: json({}), verdict: 'does-not-conform', reason: /checks failed/ },
  {
    what: 'an empty page to everything',
    listener: json({ items: [], pagination }),
    verdict: 'does-not-conform',
    reason: /checks failed/,
  },
  { what: '404', listener: json(refusal(404), 404), verdict: 'inconclusive', reason: /404 for every list.*--bind/ },
  { what: '500', listener: json(refusal(500), 500), verdict: 'does-not-conform', reason: /checks failed/ },
  {
    what: '503',
    listener: json('', 503, { 'retry-after': '0' }),
    verdict: 'inconclusive',
    reason: /503 for every list.*again/,
  },
  { what: '502', listener: json('', 502), verdict: 'inconclusive', reason: /502 for every list/ },
  { what: '429', listener: json('', 429, { 'retry-after': '0' }), verdict: 'inconclusive', reason: /429.*--rps/ },
  { what: '401', listener: json(refusal(401), 401), verdict: 'inconclusive', reason: /401 for every list.*token/ },
  { what: '403', listener: json(refusal(403), 403), verdict: 'inconclusive', reason: /403/ },
  {
    what: 'a redirect',
    listener: json('', 302, { location: 'https://login.example/' }),
    verdict: 'inconclusive',
    reason: /redirects every list: 302 with location https:\/\/login\.example\/.*base URL/,
  },
  {
    what: 'HTML with 200',
    listener: (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in'),
    verdict: 'inconclusive',
    reason: /HTML for every list.*login page/,
  },
  {
    what: 'the request, echoed',
    listener: ({ method, url, headers }, response) => json({ method, url, headers })({} as never, response),
    verdict: 'does-not-conform',
    reason: /checks failed/,
  },
  {
    what: 'the same page always',
    listener: json({ items: [user], pagination: { ...pagination, total_pages: 3, total_items: 201 } }),
    verdict: 'does-not-conform',
    reason: /checks failed/,
  },
  { what: 'text', listener: json('OK'), verdict: 'does-not-conform', reason: /checks failed/ },
  { what: 'null', listener: json('null'), verdict: 'does-not-conform', reason: /checks failed/ },
  { what: 'an empty array', listener: json('[]'), verdict: 'does-not-conform', reason: /checks failed/ },
  {
    what: 'JSON that is nested 5,000 deep',
    listener: json(nested),
    verdict: 'does-not-conform',
    reason: /checks failed/,
  },
  {
    what: 'bytes that are not UTF-8',
    listener: (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])),
    verdict: 'does-not-conform',
    reason: /checks failed/,
  },
  {
    what: 'nothing, ever',
    listener: () => undefined,
    hangs: true,
    verdict: 'inconclusive',
    reason: /did not complete in time.*--timeout/,
  },
  {
    what: 'a closed connection',
    listener: (request) => request.socket.destroy(),
    verdict: 'inconclusive',
    reason: /the connection broke/,
  },
  {
    what: 'headers and no end of the body',
    listener: (_request, response) => response.writeHead(200).write('{'),
    hangs: true,
    verdict: 'inconclusive',
    reason: /did not complete in time/,
  },
];

describe('a target that answers', () => {
  it.each(oneIn(2, degenerate))('$what is $verdict', async ({ what, listener, verdict, reason, hangs }) => {
    const { report, elapsedMs } = await run(await serve(listener), hangs === true ? { timeoutMs: 300 } : {});

    expect(report.verdict).toBe(verdict);
    expect(report.verdictReason).toMatch(reason);
    expect(report.verdictReason).not.toMatch(/\n|undefined|\[object|at .*:\d+:\d+/);
    expect(report.checks.filter(({ outcome }) => outcome === 'error')).toEqual([]);
    expect(JSON.stringify(report)).not.toContain(TOKEN);
    expect(elapsedMs).toBeLessThan(60_000);
    if (what !== 'the same page always') expect(onRecords(report)).toEqual([]);
  });

  it.each([
    ['an empty page', json({ items: [], pagination }), { areas: ['users'] }],
    ['{}', json({}), { operations: ['getUserKpis'] }],
    ['null', json('null'), { rules: ['paging.*'] }],
    ['400', json(refusal(400), 400), { rules: ['errors.*'] }],
    ['403', json(refusal(403), 403), { areas: ['users'] }],
  ] as [string, Listener, CheckOptions][])(
    '%s to everything does not conform, whatever is selected',
    async (_what, listener, options) => {
      const { report } = await run(await serve(listener), options, { token: undefined });

      expect(report.verdict).not.toBe('conforms');
    },
  );

  it('JSON that is nested deeper than can be handled is no reason to fail', async () => {
    const deep = `{"items":${'['.repeat(200_000)}${']'.repeat(200_000)},"pagination":{}}`;

    const { report } = await run(await serve(json(deep)), { timeoutMs: 5000, operations: ['getUsers'] });

    expect(report.verdict).not.toBe('conforms');
  });

  it('garbage in place of HTTP is inconclusive', async () => {
    const { report } = await run(await serveRaw((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')));

    expect(report.verdict).toBe('inconclusive');
    expect(report.verdictReason).toContain('not a valid HTTP message');
  });

  it('a body without end is inconclusive, within bounds of time and memory', async () => {
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    const endless = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      let left = 200;
      const more = (): void => {
        left -= 1;
        if (response.destroyed || left < 0) response.end();
        else if (response.write(chunk)) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    });

    const { report, elapsedMs } = await run(endless, { timeoutMs: 25_000, concurrency: 2 });

    expect(report.verdict).toBe('inconclusive');
    expect(report.verdictReason).toContain('too large');
    expect(elapsedMs).toBeLessThan(25_000);
  });
});

describe('a run', () => {
  it('that is interrupted before it begins is inconclusive and sends nothing', async () => {
    const served = await serve(json({}));

    const { report } = await run(served, { signal: AbortSignal.abort() });

    expect(report).toMatchObject({ verdict: 'inconclusive', interrupted: true });
    expect(report.requests.sent).toBe(0);
  });

  it('that is interrupted at a slow target ends soon', async () => {
    const served = await serve((request, response) => {
      void sleep(100).then(() => json({ items: [], pagination })(request, response));
    });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 300);

    const { report, elapsedMs } = await run(served, { signal: controller.signal, timeoutMs: 10_000 });

    expect(report.interrupted).toBe(true);
    expect(elapsedMs).toBeLessThan(8000);
  });
});
