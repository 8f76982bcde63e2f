import { createServer as createHttpsServer } from 'node:https';
import { afterEach, describe, expect, it } from 'vitest';
import type { Network } from '../../../engine/access/network.js';
import { openTokens } from '../../../engine/access/open-tokens.js';
import { Client } from '../../../engine/client/client.js';
import { makeCertificates } from '../../../reference/index.js';
import { listening, serve } from '../serve.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function answerOf(origin: string, network: Network) {
  const client = new Client({ origin, concurrency: 1, timeoutMs: 5000, userAgent: 'x', network });
  open.push(client);
  return client.send({ method: 'GET', path: '/', headers: {}, once: true });
}

/** A host that no DNS server knows. */
const HOST = 'service.invalid';

describe('a given address of a host and port', () => {
  it('is connected to, with the host in the request', async () => {
    const server = await serve((request, response) => response.end(request.headers.host));
    open.push(server);
    const { port } = server;

    const answer = await answerOf(`http://${HOST}:${port}`, { resolve: [{ host: HOST, port, address: '127.0.0.1' }] });

    expect(answer.text).toBe(`${HOST}:${port}`);
  });

  it('is not used for another port or another host', async () => {
    const server = await serve((_request, response) => response.end());
    open.push(server);
    const { port } = server;
    const resolve = [
      { host: HOST, port: port + 1, address: '127.0.0.1' },
      { host: `other.${HOST}`, port, address: '127.0.0.1' },
    ];

    expect((await answerOf(`http://${HOST}:${port}`, { resolve })).failure?.kind).toBe('name');
  });

  it('has the certificate of the host', async () => {
    const { server: pair, ca } = makeCertificates([HOST]);
    const server = await listening(createHttpsServer(pair, (_request, response) => response.end('{}')));
    open.push(server);
    const { port } = server;
    const resolve = [{ host: HOST, port, address: '127.0.0.1' }];

    expect(await answerOf(`https://${HOST}:${port}`, { resolve, ca })).toMatchObject({ status: 200, failure: null });
    expect((await answerOf(`https://${HOST}:${port}`, { resolve })).failure?.kind).toBe('tls');
  });

  it('is used for the token endpoint too', async () => {
    const server = await serve((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ access_token: 'the-token', token_type: 'bearer', expires_in: 60 }));
    });
    open.push(server);
    const { port } = server;
    const resolve = [
      { host: 'localhost', port: 1, address: '::1' },
      { host: HOST, port, address: '127.0.0.1' },
    ];
    const auth = {
      kind: 'oauth2',
      tokenUrl: `http://${HOST}:${port}/token`,
      clientId: 'c',
      clientSecret: 's',
      clientAuth: 'client_secret_basic',
    } as const;

    const { tokens, close } = await openTokens(auth, { resolve }, 5000);
    open.push({ close });

    expect(tokens?.current).toBe('the-token');
  });
});
