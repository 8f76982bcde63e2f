import { afterEach, describe, expect, it } from 'vitest';
import { causeOf } from '../../../engine/client/cause.js';
import { Client } from '../../../engine/client/client.js';
import { type Served, serve } from '../serve.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

function clientOf(served: Served, signal?: AbortSignal): Client {
  const options = { origin: served.url, concurrency: 10, timeoutMs: 2000, userAgent: 'touchstone/0' };
  const client = new Client({ ...options, tiers: new Set(['write']), ...(signal && { signal }) });
  open.push(client, served);
  return client;
}

const get = (client: Client, path = '/') => client.send({ method: 'GET', path, headers: {} });
const many = (client: Client, count: number) =>
  Promise.all(Array.from({ length: count }, (_unused, index) => get(client, `/${index}`)));

describe('a target that is gone', () => {
  it('is sent nothing more after twenty failures in a row and a failed probe, except for what cannot be stopped', async () => {
    let requests = 0;
    const server = await serve((request, response) => {
      requests += 1;
      if (requests <= 5) response.end('{}');
      else request.socket.destroy();
    });
    const client = clientOf(server);
    for (let index = 0; index < 5; index += 1) await get(client, `/good-${index}`);

    const answers = await many(client, 200);
    const before = requests;
    const start = performance.now();
    const late = await many(client, 500);

    expect(client.health.isDead).toBe(true);
    expect(client.health.firstTrouble).toMatchObject({ request: 6, cause: 'transport' });
    expect(client.health.lastGood).toMatchObject({ request: 5, url: `${server.url}/good-4` });
    expect(new Set(answers.map(causeOf))).toEqual(new Set(['transport']));
    expect(new Set(late.map(causeOf))).toEqual(new Set(['transport']));
    expect(late.every(({ attempts }) => attempts === 0)).toBe(true);
    expect(new Set(late.map(({ summary }) => summary))).toEqual(
      new Set([
        'no response: the request was not sent, because the target had stopped responding (the connection broke (UND_ERR_SOCKET))',
      ]),
    );
    expect(requests).toBe(before);
    // With one wait for each request, it would take minutes.
    expect(performance.now() - start).toBeLessThan(15_000);
    expect(before).toBeLessThan(120);
    let timer = false;
    setTimeout(() => {
      timer = true;
    }, 1);
    const end = performance.now() + 5000;
    while (!timer && performance.now() < end) await get(client);
    expect(timer, 'a timer fires although the target is requested in a loop').toBe(true);
    await client.send({ method: 'POST', path: '/', headers: {}, tier: 'write', unstoppable: true });
    expect(requests).toBe(before + 1);
  });

  it('is not one that comes back while it is probed', async () => {
    let downUntil = Number.POSITIVE_INFINITY;
    let requests = 0;
    const server = await serve((request, response) => {
      requests += 1;
      if (requests === 2) downUntil = performance.now() + 1500;
      if (requests > 1 && performance.now() < downUntil) request.socket.destroy();
      else response.end('{}');
    });
    const client = clientOf(server);
    await get(client);

    const answers = await many(client, 300);

    expect(client.health.isDead).toBe(false);
    expect(client.counts.failed).toBeGreaterThan(0);
    // What failed meanwhile is retried, so that nothing is lost.
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await client.probe()).toMatchObject({ status: 200 });
  });

  it('is none that refuses a part of what is requested', async () => {
    const server = await serve((request, response) => response.writeHead(request.url === '/' ? 200 : 403).end('{}'));
    const client = clientOf(server);
    await get(client);

    await many(client, 100);

    expect(client.health.isDead).toBe(false);
  });

  it('is none that refuses what carries no credential', async () => {
    const server = await serve((_request, response) => response.writeHead(401).end('{}'));
    const client = clientOf(server);

    await client.send({ method: 'GET', path: '/', headers: {}, uncredentialed: true });

    expect(client.health.firstTrouble).toBeNull();
  });
});
