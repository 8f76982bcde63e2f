import { createServer as createHttpsServer } from 'node:https';
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeCertificates } from '../../reference/index.js';
import { serveProxy } from '../engine/proxy.js';
import { listening } from '../engine/serve.js';
import { doctor, list, reference, server } from './doctor-command.js';
import { folder } from './run-command.js';

const certificates = makeCertificates(['127.0.0.1']);
const { ca } = certificates;

/** A server with a certificate of that authority. */
async function secure(made = certificates) {
  const served = await listening(createHttpsServer(made.server, list));
  onTestFinished(() => served.close());
  return { ...served, url: served.url.replace('http:', 'https:') };
}

describe('TLS', () => {
  test('shows the certificate, whether it is trusted, and when it expires', async () => {
    const { url } = await secure();
    const cwd = folder({ 'ca.pem': ca });

    const untrusted = await doctor(['--base-url', url]);
    expect(untrusted.code).toBe(1);
    expect(untrusted.step('TLS')).toMatch(
      /^problem: the certificate is not trusted.*TLSv1\.\d.* \| Give the certificate .*--ca FILE/,
    );
    expect(untrusted.step('HTTP')).toBe('skipped: there is no connection');
    const trusted = await doctor(['--base-url', url, '--ca', 'ca.pem'], { cwd });
    expect(trusted.step('TLS')).toMatch(
      /: TLSv1\.\d, certificate for .*, signed by .*, valid until \d{4}-\d\d-\d\d \(\d+ days?\)/,
    );
    expect(trusted.step('HTTP')).toContain('ok');
    expect((await doctor(['--base-url', url, '--insecure'])).step('TLS')).toMatch(/^warning: .*not verified/);
  });

  test.each([
    ['is about to expire', 5, /^warning: .*valid until \S+ \([45] days\).*Renew the certificate/],
    [
      'has expired',
      -0.01,
      /^problem: the certificate is not valid at this time.*valid until \S+ .*Renew the certificate/,
    ],
  ])('with a certificate that %s names the day and the way out', async (_what, days, line) => {
    const made = makeCertificates(['127.0.0.1'], days);
    const { url } = await secure(made);
    const { step } = await doctor(['--base-url', url, '--ca', 'ca.pem'], { cwd: folder({ 'ca.pem': made.ca }) });

    expect(step('TLS')).toMatch(line);
  });

  test('that does not end has a time limit', async () => {
    const silent = await listening(createServer(() => undefined));
    onTestFinished(() => silent.close());
    const { code, step } = await doctor(['--base-url', silent.url.replace('http:', 'https:'), '--timeout', '1s']);

    expect(code).toBe(1);
    expect(step('TLS')).toMatch(/^problem: the connection timed out/);
  });

  test('that requires a client certificate names the options for one', async () => {
    const { url } = await reference({ tls: { certificates, mutual: true } });
    const { cert, key } = certificates.client;
    const cwd = folder({ 'ca.pem': ca, 'c.pem': cert, 'k.pem': key });
    const argv = ['--base-url', url, '--ca', 'ca.pem'];
    const without = await doctor(argv, { cwd });

    expect(without.code).toBe(1);
    expect(`${without.step('TLS')} ${without.step('HTTP')}`).toMatch(
      /problem: .*client certificate.* \| .*--cert FILE --key/,
    );
    const given = await doctor([...argv, '--cert', 'c.pem', '--key', 'k.pem', '--token', 'reference-token'], { cwd });
    expect(given.step('HTTP')).toContain('ok');
    expect(given.step('users')).toContain('ok');
  });

  test('that the port does not speak is a problem with the way out', async () => {
    const { url } = await server(list);
    const { step } = await doctor(['--base-url', url.replace('http:', 'https:')]);

    expect(step('TLS')).toMatch(/^problem: the port does not speak TLS.* \| Write http:/);
  });
});

describe('a proxy', () => {
  const proxied = async (password?: string) => {
    const served = await serveProxy(password);
    onTestFinished(() => served.close());
    return served;
  };
  test('is named, and TLS goes through it', async () => {
    const [{ port }, proxy] = [await secure(), await proxied('hunter2-hunter2')];
    const argv = ['--base-url', `https://127.0.0.1:${port}`, '--ca', 'ca.pem', '--proxy'];
    const url = (password: string) => proxy.url.replace('//', `//user:${password}@`);
    const run = (password: string) => doctor([...argv, url(password)], { cwd: folder({ 'ca.pem': ca }) });
    const { step, stdout } = await run('hunter2-hunter2');

    expect(step('TCP')).toContain(`port ${proxy.port} (the proxy)`);
    expect(step('TLS')).toContain('signed by');
    expect(step('proxy')).toBe(`ok: 127.0.0.1:${proxy.port}`);
    expect(step('users')).toContain('ok: getUsers: 200');
    expect(stdout).not.toContain('hunter2');
    expect(new Set(proxy.log)).toEqual(new Set([`CONNECT 127.0.0.1:${port}`]));
    const refused = await run('wrong');
    expect(refused.step('proxy')).toMatch(/^problem: the proxy refused the connection.*407.* \| Check --proxy/);
    expect(refused.step('TLS')).toBe('skipped: the proxy did not connect to the target');
    expect(refused.step('HTTP')).toBe('skipped: there is no connection');
  });

  test('gets the requests to a target without TLS', async () => {
    const [{ url }, proxy] = [await server(list), await proxied()];
    const { step } = await doctor(['--base-url', url, '--proxy', proxy.url]);

    expect(step('proxy')).toBe(`ok: 127.0.0.1:${proxy.port}`);
    expect(proxy.log[0]).toContain(`GET ${url}`);
  });
});
