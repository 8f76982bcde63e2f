import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { serve } from '../serve.js';
import { clientOf, get, many } from './client-of.js';

describe('how many requests are sent', () => {
  it('never has more in flight than the limit, over all operations', async () => {
    let inFlight = 0;
    let most = 0;
    const server = await serve(async (_request, response) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await sleep(10);
      inFlight -= 1;
      response.end('{}');
    });

    const answers = await many(clientOf(server, { concurrency: 3 }), 30);

    expect(most).toBe(3);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  it('sends no more requests a second than were allowed, the retries included', async () => {
    const times: number[] = [];
    const server = await serve((_request, response) => {
      times.push(performance.now());
      response.writeHead(times.length === 2 ? 503 : 200).end('{}');
    });

    const start = performance.now();
    await many(clientOf(server, { rps: 50 }), 10);

    expect(times).toHaveLength(11);
    // From the start of the client: the first request may arrive late, because it has to connect.
    expect((times.at(-1) ?? 0) - start).toBeGreaterThan(150);
  });

  it('makes no more connections than requests in flight', async () => {
    const sockets = new Set<unknown>();
    const server = await serve((request, response) => {
      sockets.add(request.socket);
      response.end('{}');
    });

    await many(clientOf(server, { concurrency: 2 }), 20);

    expect(sockets.size).toBeLessThanOrEqual(2);
  });
});

describe('what a request carries', () => {
  it('names touchstone and its version, a trace of its own, and the run and the check', async () => {
    const heads: Record<string, string | undefined>[] = [];
    const server = await serve((request, response) => {
      heads.push(request.headers as Record<string, string>);
      response.end('{}');
    });
    const client = clientOf(server);

    await many(client, 5);

    expect(new Set(heads.map((head) => head['user-agent']))).toEqual(new Set(['touchstone/9.8.7']));
    const traces = heads.map(({ traceparent }) => traceparent);
    expect(new Set(traces).size).toBe(5);
    expect(new Set(traces.map((trace) => trace?.split('-')[1])).size).toBe(5);
    for (const trace of traces) expect(trace).toMatch(/^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-00$/);
    expect(new Set(heads.map(({ baggage }) => baggage))).toEqual(new Set([`touchstone.run=${client.traceId}`]));

    await client.send({ method: 'GET', path: '/', headers: {}, check: 'getUsers/paging.echo', sampled: true });
    expect(heads.at(-1)?.traceparent).toMatch(/-01$/);
    expect(heads.at(-1)?.baggage).toBe(`touchstone.run=${client.traceId},touchstone.check=getUsers%2Fpaging.echo`);
  });

  it('is recorded as it was sent, with its time', async () => {
    const server = await serve((_request, response) => response.end('{}'));
    const before = Date.now();

    const answer = await clientOf(server).send({ method: 'GET', path: '/a?b=c', headers: { 'x-own': '1' } });

    expect(answer.request.url).toBe(`${server.url}/a?b=c`);
    expect(answer.request.headers).toMatchObject({ 'x-own': '1', accept: 'application/json' });
    expect(answer.startedAt).toBeGreaterThanOrEqual(before);
    expect(answer.attempts).toBe(1);
  });
});

describe('retries', () => {
  it.each([
    ['a connection that is closed without an answer', 'destroy'],
    ['a 503', '503'],
  ])('%s, twice', async (_what, how) => {
    let requests = 0;
    const server = await serve((request, response) => {
      requests += 1;
      if (requests === 3) response.end('{}');
      else if (how === '503') response.writeHead(503, { 'retry-after': '0' }).end();
      else request.socket.destroy();
    });
    const client = clientOf(server);

    const answer = await get(client);

    expect(answer).toMatchObject({ status: 200, attempts: 3 });
    expect(client.counts).toMatchObject({ sent: 3, retried: 2 });
  });

  it.each([502, 503, 504])('a %i, four times and not more, and counts all of them', async (status) => {
    let requests = 0;
    const server = await serve((_request, response) => {
      requests += 1;
      response.writeHead(status, { 'retry-after': '0' }).end();
    });
    const client = clientOf(server);

    expect(await get(client)).toMatchObject({ status, attempts: 5 });
    expect(requests).toBe(5);
    expect(client.counts.gatewayErrors).toBe(5);
  });

  it('not a 503 that asks for a long wait', async () => {
    const server = await serve((_request, response) => response.writeHead(503, { 'retry-after': '3600' }).end());

    const answer = await get(clientOf(server));

    expect(answer).toMatchObject({ status: 503, attempts: 1 });
  });

  it('not a request that writes, which may have been carried out', async () => {
    const server = await serve((request) => request.socket.destroy());

    const client = clientOf(server, { tiers: new Set(['write']) });
    const answer = await client.send({ method: 'POST', path: '/', headers: {}, tier: 'write' });

    expect(answer).toMatchObject({ status: 0, attempts: 1 });
  });

  it.each([
    [[500, 500, 200], { status: 500, attempts: 2, hasPassed: false }],
    [[500, 400], { status: 400, attempts: 2, hasPassed: false }],
    [[500, 200], { status: 200, attempts: 2, hasPassed: true }],
    [[200], { status: 200, attempts: 1, hasPassed: false }],
  ])('a 500 once, and shows whether it passed: %j', async (statuses, expected) => {
    const left = [...statuses];
    const server = await serve((_request, response) => response.writeHead(left.shift() ?? 0).end());

    expect(await get(clientOf(server))).toMatchObject(expected);
  });

  it('not a 500 to a request that writes', async () => {
    const server = await serve((_request, response) => response.writeHead(500).end());

    const client = clientOf(server, { tiers: new Set(['write']) });
    const answer = await client.send({ method: 'POST', path: '/', headers: {}, tier: 'write' });

    expect(answer).toMatchObject({ status: 500, attempts: 1 });
  });

  it.each([400, 404, 501])('not a %i', async (status) => {
    const server = await serve((_request, response) => response.writeHead(status).end());

    expect(await get(clientOf(server))).toMatchObject({ status, attempts: 1 });
  });
});

describe('what a run does not allow', () => {
  it.each([
    ['a method other than GET', { method: 'POST' }],
    ['a method other than GET of a tier that is not allowed', { method: 'DELETE', tier: 'destroy' }],
    ['a write that is bound to GET', { method: 'GET', tier: 'destroy' }],
  ] as const)('is not sent: %s', async (_what, request) => {
    let requests = 0;
    const server = await serve((_request, response) => {
      requests += 1;
      response.end();
    });
    const client = clientOf(server, { tiers: new Set(['write']) });

    await expect(client.send({ path: '/', headers: {}, ...request })).rejects.toThrow('does not allow writes');
    expect(requests).toBe(0);
  });
});

describe('a target that limits the rate', () => {
  it('is waited for as Retry-After says in seconds, by the whole run', async () => {
    const times: number[] = [];
    const server = await serve((request, response) => {
      times.push(performance.now());
      if (request.url === '/limited' && times.length === 1) response.writeHead(429, { 'retry-after': '1' }).end();
      else response.end('{}');
    });
    const client = clientOf(server);

    const limited = get(client, '/limited');
    while (times.length === 0) await sleep(5);
    await sleep(20);
    const [first] = await Promise.all([limited, many(client, 3)]);

    expect(first).toMatchObject({ status: 200, attempts: 2 });
    const [start = 0, ...rest] = times;
    for (const time of rest) expect(time - start).toBeGreaterThan(950);
  });

  it('is waited for until the date that Retry-After gives', async () => {
    const times: number[] = [];
    const server = await serve((_request, response) => {
      times.push(Date.now());
      if (times.length > 1) response.end('{}');
      else response.writeHead(429, { 'retry-after': new Date(Date.now() + 1500).toUTCString() }).end();
    });

    const answer = await get(clientOf(server));

    expect(answer.status).toBe(200);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(400);
  });

  it('gets fewer requests while it accepts few, until all are accepted', async () => {
    let window = 0;
    let passed = 0;
    let refused = 0;
    const server = await serve((_request, response) => {
      const now = Math.floor(performance.now() / 30);
      if (now === window) {
        refused += 1;
        response.writeHead(429, { 'retry-after': '0' }).end();
        return;
      }
      window = now;
      passed += 1;
      response.end('{}');
    });

    const answers = await many(clientOf(server, { concurrency: 10 }), 20);

    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(passed).toBe(20);
    expect(refused).toBeLessThan(100);
  });

  it('is no longer retried when it requests a wait of more than minutes', async () => {
    const server = await serve((_request, response) => response.writeHead(429, { 'retry-after': '86400' }).end());

    expect(await get(clientOf(server))).toMatchObject({ status: 429, attempts: 1 });
  });
});

describe('time', () => {
  it.each([
    ['no head', 0],
    ['no end of the body', 1],
    ['a byte now and then', 2],
  ])('runs out for an answer with %s', async (_what, kind) => {
    const server = await serve((_request, response) => {
      if (kind === 0) return;
      response.writeHead(200).write('{');
      if (kind === 2) setInterval(() => response.write(' '), 20).unref();
    });
    const start = performance.now();

    const answer = await get(clientOf(server, { timeoutMs: 200 }));

    expect(answer.failure).toMatchObject({ kind: 'timeout' });
    expect(answer.failure?.hint).toContain('--timeout');
    expect(performance.now() - start).toBeLessThan(8000);
  });

  it.each([
    ['in flight', {}, 0],
    ['waiting for their turn', { rps: 0.1 }, 200],
    ['waiting for a limit on the rate', {}, 429],
    ['waiting to be tried again', {}, 503],
  ])('ends at once for requests %s when the run is interrupted', async (_what, options, status) => {
    const server = await serve((_request, response) => {
      if (status !== 0) response.writeHead(status, { 'retry-after': '9' }).end();
    });
    const controller = new AbortController();
    const client = clientOf(server, { ...options, signal: controller.signal, timeoutMs: 20_000 });
    const pending = many(client, 20);
    await sleep(100);

    const start = performance.now();
    controller.abort(new Error('whatever the caller says'));
    const answers = await pending;

    expect(performance.now() - start).toBeLessThan(5000);
    const aborted = answers.filter(({ failure }) => failure?.kind === 'aborted');
    expect(aborted.length).toBeGreaterThanOrEqual(19);
    expect(aborted[0]?.failure?.message).toBe('the run was interrupted');
  });

  it('is waited for by many requests without a warning of Node', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    const server = await serve((_request, response) => response.end('{}'));

    await many(clientOf(server, { signal: new AbortController().signal, concurrency: 30, rps: 2000 }), 60);
    await sleep(10);

    process.off('warning', note);
    expect(warnings).toEqual([]);
  });
});
