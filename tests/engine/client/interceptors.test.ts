import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { Client } from '../../../engine/client/client.js';
import type { ClientOptions } from '../../../engine/client/client-options.js';
import { interceptorOf, type RoundTrip } from '../../../engine/client/round-trip.js';
import { type Served, serve } from '../serve.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

function clientOf(origin: string, options: Partial<ClientOptions>): Client {
  const client = new Client({ origin, concurrency: 4, timeoutMs: 2000, userAgent: 'test', ...options });
  open.push(client);
  return client;
}

const get = (client: Client, path = '/') => client.send({ method: 'GET', path, headers: { 'x-own': 'yes' } });

async function target(): Promise<Served> {
  const served = await serve((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(gzipSync(JSON.stringify({ url: request.url })));
  });
  open.push(served);
  return served;
}

describe('an interceptor', () => {
  it('sees each request, and the whole, decoded response', async () => {
    const seen: unknown[] = [];
    const watching = interceptorOf((next) => async (request) => {
      const response = await next(request);
      seen.push([request.method, request.path, request.headers['x-own'], response.body.toString()]);
      return response;
    });
    const client = clientOf((await target()).url, { interceptors: [watching] });

    expect((await get(client, '/a?b=c')).value).toEqual({ url: '/a?b=c' });
    expect(seen).toEqual([['GET', '/a?b=c', 'yes', '{"url":"/a?b=c"}']]);
  });

  it('may send another request, and return another response', async () => {
    const other = interceptorOf((next) => async (request) => ({
      ...(await next({ ...request, path: '/other' })),
      status: 404,
    }));
    const client = clientOf((await target()).url, { interceptors: [other] });

    const answer = await get(client);

    expect([answer.status, answer.value]).toEqual([404, { url: '/other' }]);
  });

  it('passes on why there was no response', async () => {
    const served = await target();
    await served.close();
    const client = clientOf(served.url, { interceptors: [interceptorOf((next) => next)], offline: true });

    expect((await get(client)).failure?.kind).toBe('refused');
  });
});

describe('a client that is offline', () => {
  const offline = (roundTrip: RoundTrip) =>
    clientOf('http://192.0.2.1', { interceptors: [interceptorOf(() => roundTrip)], offline: true });

  it('sends nothing', async () => {
    const client = offline(async ({ path }) => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(path)) }));

    expect((await get(client, '/x')).value).toBe('/x');
  });

  it('says what a recording lacks, and does not ask for it again', async () => {
    let count = 0;
    const client = offline(() => {
      count += 1;
      return Promise.reject(Object.assign(new Error(), { code: 'TOUCHSTONE_UNRECORDED' }));
    });

    expect((await get(client)).failure?.kind).toBe('unrecorded');
    expect(count).toBe(1);
  });

  it('waits for nothing', async () => {
    const start = performance.now();
    await offline(() => Promise.reject(new Error())).pause(60_000);

    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
