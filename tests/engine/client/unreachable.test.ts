import { createServer as createTlsServer } from 'node:https';
import { afterEach, describe, expect, it } from 'vitest';
import { Client } from '../../../engine/client/client.js';
import { certificate } from '../certificate.js';
import { listening, type Served, serve } from '../serve.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function failureAt(origin: string, timeoutMs = 2000) {
  const client = new Client({ origin, concurrency: 1, timeoutMs, userAgent: 'touchstone/0' });
  open.push(client);
  const answer = await client.send({ method: 'GET', path: '/', headers: {} });
  if (answer.failure === null) throw new Error(`answered with ${answer.status}`);
  return { ...answer.failure, attempts: answer.attempts };
}

async function serveTls(): Promise<Served> {
  const served = await listening(createTlsServer(certificate, (_request, response) => response.end('{}')));
  open.push(served);
  return served;
}

describe('a target that cannot be reached', () => {
  it('is reported when nothing listens, after a few attempts', async () => {
    const server = await serve(() => undefined);
    await server.close();

    const failure = await failureAt(server.url);

    expect(failure).toMatchObject({
      kind: 'refused',
      message: 'the connection was refused (ECONNREFUSED)',
      attempts: 5,
    });
    expect(failure.hint).toContain('host and port');
  });

  it('is reported when its name is unknown', async () => {
    const failure = await failureAt('http://touchstone.invalid');

    expect(failure.kind).toBe('name');
    expect(failure.message).toMatch(/^the host name cannot be resolved \((ENOTFOUND|EAI_AGAIN)\)$/);
  });

  it('is reported when its certificate is self-signed', async () => {
    const { port } = await serveTls();

    const failure = await failureAt(`https://127.0.0.1:${port}`);

    expect(failure).toMatchObject({ kind: 'tls', attempts: 1 });
    expect(failure.message).toBe('the certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)');
    expect(failure.hint).toContain('NODE_EXTRA_CA_CERTS');
  });

  it('is reported when it speaks plain HTTP instead of TLS', async () => {
    const server = await serve((_request, response) => response.end('{}'));
    open.push(server);

    const failure = await failureAt(`https://127.0.0.1:${server.port}`);

    expect(failure.kind).toBe('tls');
    expect(failure.message).toContain('the port does not speak TLS');
    expect(failure.hint).toContain('http:');
  });

  it('is reported when it speaks TLS instead of plain HTTP', async () => {
    const { port } = await serveTls();

    const failure = await failureAt(`http://127.0.0.1:${port}`);

    expect(['network', 'protocol']).toContain(failure.kind);
    expect(failure.hint).toContain('https:');
  });
});
