import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Network } from '../../../engine/access/network.js';
import { openTokens } from '../../../engine/access/open-tokens.js';
import { Client } from '../../../engine/client/client.js';
import { makeCertificates } from '../../../reference/index.js';
import { serveProxy } from '../proxy.js';
import { listening, type Served, serve } from '../serve.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const certificates = makeCertificates(['127.0.0.1']);

async function proxy(password?: string) {
  const served = await serveProxy(password);
  open.push(served);
  return served;
}

async function secure(): Promise<Served> {
  const server = createHttpsServer(certificates.server, (_request, response) => response.end('{}'));
  const served = await listening(server);
  open.push(served);
  return { ...served, url: served.url.replace('http:', 'https:') };
}

async function plain(
  listener = (_request: IncomingMessage, response: { end(text: string): unknown }) => void response.end('{}'),
) {
  const served = await serve(listener);
  open.push(served);
  return served;
}

function clientOf(origin: string, network: Network): Client {
  const client = new Client({ origin, concurrency: 2, timeoutMs: 20_000, userAgent: 'touchstone/0', network });
  open.push(client);
  return client;
}

const get = (client: Client) => client.send({ method: 'GET', path: '/p', headers: {} });

describe('a proxy', () => {
  it('forwards the requests to an http: target', async () => {
    const [target, { url, log }] = [await plain(), await proxy()];
    const answer = await get(clientOf(target.url, { proxies: { http: url } }));

    expect(answer.status).toBe(200);
    expect(log).toEqual([`GET ${target.url}/p`]);
  });

  it('tunnels those to an https: target, whose certificate is still verified', async () => {
    const [target, { url, log }] = [await secure(), await proxy()];
    const { ca } = certificates;

    expect((await get(clientOf(target.url, { ca, proxies: { https: url } }))).status).toBe(200);
    expect(log).toEqual([`CONNECT 127.0.0.1:${target.port}`]);
    expect((await get(clientOf(target.url, { proxies: { https: url } }))).failure?.kind).toBe('tls');
  });

  it('is not used for the hosts that are excepted', async () => {
    const [target, { url, log }] = [await plain(), await proxy()];

    expect((await get(clientOf(target.url, { proxies: { http: url, except: '.example,127.0.0.1' } }))).status).toBe(
      200,
    );
    expect(log).toEqual([]);
  });

  it.each(['http', 'https'])('that cannot be reached is reported, and not the target: %s', async (scheme) => {
    const gone = await proxy();
    await gone.close();
    const { host } = new URL(gone.url);
    const url = `http://user:S3CRET@${host}`;

    const { failure } = await get(clientOf(`${scheme}://127.0.0.1:1`, { proxies: { http: url, https: url } }));

    expect(failure).toMatchObject({
      kind: 'refused',
      message: `the proxy ${host} cannot be reached: the connection was refused (ECONNREFUSED)`,
      hint: expect.stringContaining('Check --proxy'),
    });
  });

  it('that closes the connection in place of a tunnel is reported, and the request ends', async () => {
    const server = createHttpServer();
    let tunnels = 0;
    server.on('connect', (_request, socket) => {
      tunnels += 1;
      socket.destroy();
    });
    const closing = await listening(server);
    open.push(closing);
    const client = clientOf('https://127.0.0.1:1', { proxies: { https: closing.url } });

    const { failure } = await client.send({ method: 'GET', path: '/p', headers: {}, once: true });

    expect(failure).toMatchObject({ kind: 'refused', message: 'the proxy closed the connection' });
    expect(tunnels).toBe(1);
    const tokenUrl = 'https://127.0.0.1:1443/token';
    const secrets = { clientId: 'i', clientSecret: 's', clientAuth: 'client_secret_post' } as const;
    const tokens = openTokens({ kind: 'oauth2', tokenUrl, ...secrets }, { proxies: { https: closing.url } }, 20_000);
    await expect(tokens).rejects.toThrow('it cannot be reached (the proxy closed the connection)');
  });

  it('that does not respond to a tunnel ends the request after the time-out', async () => {
    const silent = await listening(createHttpServer().on('connect', () => undefined));
    open.push(silent);
    const options = { concurrency: 1, timeoutMs: 300, userAgent: 'touchstone/0' };
    const client = new Client({
      ...options,
      origin: 'https://127.0.0.1:1',
      network: { proxies: { https: silent.url } },
    });
    open.push(client);

    const { failure } = await client.send({ method: 'GET', path: '/p', headers: {}, once: true });

    expect(failure?.kind).toBe('timeout');
  });

  it('receives its user name and password, and a refusal names the proxy', async () => {
    const [target, { url }] = [await secure(), await proxy('pass')];
    const of = (credentials: string): Network => ({
      ca: certificates.ca,
      proxies: { https: url.replace('//', `//${credentials}@`) },
    });

    expect((await get(clientOf(target.url, of('user:pass')))).status).toBe(200);
    const { failure } = await get(clientOf(target.url, of('user:wrong')));
    expect(failure?.message).toContain('the proxy refused the connection');
    expect(JSON.stringify(failure)).not.toContain('wrong');
  });

  it('forwards the requests to a token endpoint too', async () => {
    const { url, log } = await proxy();
    const issuer = await plain((_request, response) => {
      Object.assign(response).setHeader('content-type', 'application/json');
      response.end('{"access_token":"t-1","token_type":"bearer"}');
    });
    const auth = {
      kind: 'oauth2',
      tokenUrl: `${issuer.url}/token`,
      clientId: 'i',
      clientSecret: 's',
      clientAuth: 'client_secret_post',
    } as const;
    const { tokens, close } = await openTokens(auth, { proxies: { http: url } }, 20_000);
    await close();

    expect(tokens?.current).toBe('t-1');
    expect(log).toEqual([`POST ${issuer.url}/token`]);
  });
});

describe('TLS', () => {
  it('trusts only known authorities, and those of the options', async () => {
    const target = await secure();

    expect((await get(clientOf(target.url, {}))).failure?.hint).toContain('--ca FILE');
    expect((await get(clientOf(target.url, { ca: certificates.ca }))).status).toBe(200);
    expect((await get(clientOf(target.url, { insecure: true }))).status).toBe(200);
  });

  it('and plain HTTP that are mixed up are named in the hint', async () => {
    const [http, https] = [await plain(), await secure()];

    expect((await get(clientOf(http.url.replace('http:', 'https:'), {}))).failure?.hint).toContain('Write http:');
    expect((await get(clientOf(https.url.replace('https:', 'http:'), {}))).failure?.hint).toContain('https:');
  });
});

describe('an IPv6 address', () => {
  it('can be the host of a target', async () => {
    const server = createHttpServer((_request, response) => response.end('{}'));
    await new Promise<void>((resolve) => server.listen(0, '::1', resolve));
    open.push({ close: () => new Promise((resolve) => void server.close(() => resolve())) });

    const client = clientOf(`http://[::1]:${(server.address() as AddressInfo).port}`, {});
    expect((await get(client)).status).toBe(200);
    await client.close();
  });
});

describe('a target that is starting', () => {
  it('is waited for until it responds, with anything but a gateway error', async () => {
    let requests = 0;
    const target = await serve((_request, response) => {
      requests += 1;
      response.writeHead(requests < 3 ? 503 : 404).end();
    });
    open.push(target);

    expect(await clientOf(target.url, {}).untilAnswering('/', 60_000)).not.toBeNull();
    expect(requests).toBe(3);
  });

  it('is waited for no longer than the limit', async () => {
    const target = await serve((_request, response) => response.writeHead(503).end());
    open.push(target);

    expect(await clientOf(target.url, {}).untilAnswering('/', 1)).toBeNull();
  });
});
