import { generateKeyPairSync, verify } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Hook, Refusal } from '../../reference/index.js';
import { serve as serveHttp } from '../engine/serve.js';
import { leaks } from '../package/leaks.js';
import { checked, clientId, clientSecret, grant, notPassed } from './credential-target.js';

/** A token endpoint that counts; the reference accepts the latest token only, until `isRevoked` says otherwise. */
async function issuer(respond: (n: number) => { readonly status?: number; readonly body: object }) {
  const requests: string[] = [];
  const server = await serveHttp(async (request, response) => {
    requests.push(await text(request));
    const { status = 200, body } = respond(requests.length);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  onTestFinished(() => server.close());
  return { url: `${server.url}/token`, requests };
}

const token = (n: number, more: object = {}) => ({
  body: { access_token: `token-number-${n}-of-the-run`, token_type: 'bearer', ...more },
});

describe('a token', () => {
  /** Rejects the first token from the tenth request on. */
  const revoking = (): Hook => {
    let requests = 0;
    return () => ({
      authorize: ({ headers }) => {
        requests += 1;
        const [, n] = /^Bearer token-number-(\d+)-of-the-run$/.exec(String(headers.authorization)) ?? [];
        if (n === undefined || (n === '1' && requests > 10)) throw new Refusal(401, 'no', {});
      },
    });
  };
  const auth = (tokenUrl: string) => ({ ...grant(''), tokenUrl });

  it('that is revoked in mid-run is renewed once, however many requests were rejected', async () => {
    const { url, requests } = await issuer((n) => token(n));
    const report = await checked({ hooks: [revoking()] }, () => ({ auth: auth(url) }), { concurrency: 10 });

    expect(notPassed(report)).toEqual([]);
    expect(requests).toHaveLength(2);
    expect(report.requests.retried).toBeGreaterThan(0);
    expect(leaks(JSON.stringify(report), ['token-number-1-of-the-run', 'token-number-2-of-the-run'])).toEqual([]);
  });

  it('that cannot be renewed makes the run incomplete, for that reason', async () => {
    const failing = { status: 400, body: { error: 'invalid_client', error_description: `not ${clientSecret}` } };
    const { url, requests } = await issuer((n) => (n === 1 ? token(n) : failing));
    const report = await checked({ hooks: [revoking()] }, () => ({ auth: auth(url) }));

    expect(report.incomplete?.reason).toContain('the token could not be renewed: ');
    expect(report.incomplete?.reason).toContain('400 invalid_client');
    expect(report.incomplete?.endedEarly).toBe(true);
    expect(requests).toHaveLength(4);
    expect(leaks(JSON.stringify(report), [clientSecret])).toEqual([]);
  });

  it('that expires is renewed before the target rejects it', async () => {
    const { url, requests } = await issuer((n) => token(n, { expires_in: 1 }));
    const rejected: string[] = [];
    const expiring: Hook = (steps) => ({
      authorize: (context) => {
        const [, n] = /^Bearer token-number-(\d+)-of-the-run$/.exec(String(context.headers.authorization)) ?? [];
        if (n !== undefined) return;
        rejected.push(String(context.headers.authorization));
        steps.authorize(context);
      },
    });
    // Slow enough to last for longer than a token.
    const report = await checked({ hooks: [expiring], latencyMs: 100 }, () => ({ auth: auth(url) }), {
      concurrency: 2,
    });

    expect(requests.length).toBeGreaterThan(1);
    const made = /wrong|undefined|^Bearer ?$|^Basic |-touchstone$|-of-the-ru$/;
    expect(rejected.filter((value) => !made.test(value))).toEqual([]);
    expect(report.verdict).toBe('conforms');
  });

  it('that no one issues is a usage error that repeats no secret', async () => {
    const { url } = await issuer(() => ({ status: 401, body: { error: 'invalid_client', hint: clientSecret } }));
    const attempt = checked({}, () => ({ auth: auth(url) }));

    await expect(attempt).rejects.toThrow(`no token from ${url}: it returned 401 invalid_client`);
    await expect(attempt).rejects.not.toThrow(clientSecret);
  });

  it.each([
    ['larger than 1 MB', 'application/json', `{"access_token":"${'x'.repeat(1024 * 1024)}"}`, 'is larger than 1 MB'],
    ['a page', 'text/html', '<html>Sign in', 'it returned 200 without a token (text/html)'],
    ['no header can hold', 'application/json', '{"access_token":"a\\nb","token_type":"bearer"}', 'no usable token'],
  ])('that is %s is a usage error', async (_what, type, body, problem) => {
    const server = await serveHttp((_request, response) => {
      response.writeHead(200, { 'content-type': type }).end(body);
    });
    onTestFinished(() => server.close());

    await expect(checked({}, () => ({ auth: auth(server.url) }))).rejects.toThrow(problem);
  });

  it('that never comes does not keep an interrupted run from its report', async () => {
    const controller = new AbortController();
    const server = await serveHttp(() => controller.abort());
    onTestFinished(() => server.close());

    const report = await checked({}, () => ({ auth: auth(server.url) }), {
      signal: controller.signal,
      timeoutMs: 600_000,
    });

    expect(report).toMatchObject({ interrupted: true, verdict: 'inconclusive', requests: { sent: 0 } });
  });

  it('that is not renewed does not keep an interrupted run from its report', async () => {
    const controller = new AbortController();
    let fetched = 0;
    const server = await serveHttp((_request, response) => {
      fetched += 1;
      if (fetched > 1) return controller.abort();
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(token(1).body));
    });
    onTestFinished(() => server.close());

    const report = await checked({ hooks: [revoking()] }, () => ({ auth: auth(server.url) }), {
      signal: controller.signal,
      timeoutMs: 600_000,
    });

    expect(report.interrupted).toBe(true);
    expect(report.requests.sent).toBeGreaterThan(9);
  });

  it('of a command is not waited for in an interrupted run', async () => {
    const command = {
      kind: 'command',
      command: [process.execPath, '-e', 'process.exit(3)'],
      timeoutMs: 60_000,
    } as const;

    const report = await checked({}, () => ({ auth: command }), { signal: AbortSignal.abort() });

    expect(report).toMatchObject({ interrupted: true, requests: { sent: 0 } });
  });

  it('is fetched with a signed assertion, the scope and the audience', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { url, requests } = await issuer((n) => token(n));
    const privateKeyJwt = {
      kind: 'oauth2',
      tokenUrl: url,
      clientId,
      clientAuth: 'private_key_jwt',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      scope: 'read write',
      audience: 'https://api.example',
    } as const;
    await checked({ hooks: [() => ({ authorize: () => undefined })] }, () => ({ auth: privateKeyJwt }));

    const form = new URLSearchParams(requests[0]);
    const [head = '', payload = '', signature = ''] = (form.get('client_assertion') ?? '').split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(claims).toMatchObject({ iss: clientId, sub: clientId, aud: url });
    expect(Object.fromEntries(form)).toMatchObject({
      grant_type: 'client_credentials',
      scope: 'read write',
      audience: 'https://api.example',
    });
  });

  it.each([
    ['process.exit(3)', 'failed with exit code 3'],
    ['process.stdout.write("")', 'printed nothing'],
    ['process.stdout.write("warning: old\\ntoken")', 'printed more than a token'],
    ['setTimeout(() => {}, 60_000)', 'did not end within 300 ms'],
  ])('of a command that runs %s is a usage error', async (script, problem) => {
    const command = { kind: 'command', command: [process.execPath, '-e', script] } as const;
    const timeoutMs = script.startsWith('setTimeout') ? 300 : 60_000;

    await expect(checked({}, () => ({ auth: { ...command, timeoutMs } }))).rejects.toThrow(problem);
  });
});
