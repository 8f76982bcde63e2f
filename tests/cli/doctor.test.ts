import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createReference, makeCertificates } from '../../reference/index.js';
import { serveProxy } from '../engine/proxy.js';
import { listening, serve } from '../engine/serve.js';
import { folder, touchstone, type World } from './run-command.js';

const SIZES = { applications: 5, users: 5, subscriptions: 3, agreements: 3, contracts: 3 };
const NAMES = ['DNS', 'TCP', 'TLS', 'proxy', 'HTTP', 'credential', 'clock', 'latency', 'rate limit'];
const AREAS = ['applications', 'users', 'subscriptions', 'agreements'];

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that lasts as long as the test, and the requests that it got. */
async function server(listener: Listener) {
  const requests: string[] = [];
  const served = await serve((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    listener(request, response);
  });
  onTestFinished(() => served.close());
  return { ...served, requests };
}

/** A small reference with a token. */
async function reference() {
  const made = createReference({ sizes: SIZES });
  const { url } = await made.listen();
  onTestFinished(() => made.close());
  return { url, token: made.token };
}

/** Answers each list with one record. */
const list: Listener = (_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ items: [{ id: 'a' }], pagination: { total_pages: 1 } }));
};

/** Runs the command; the state and the rest of the line of each step, by its name. */
async function doctor(argv: readonly string[], world: World = {}) {
  const ended = await touchstone(['doctor', ...argv], world);
  const steps = [...ended.stdout.matchAll(/^(ok|warning|problem|skipped) +(.{14}) (.*(?:\n {24}.*)?)$/gm)].map(
    ([, state, name = '', text = '']) => ({ state, name: name.trim(), text: text.replace(/\n */, ' | ') }),
  );
  const step = (name: string) => {
    const found = steps.find((one) => one.name === name);
    return `${found?.state}: ${found?.text}`;
  };
  return { ...ended, names: steps.map(({ name }) => name), step };
}

describe('touchstone doctor', () => {
  test('prints a line for each step, in order, and finds no problem in the reference', async () => {
    const { url, token } = await reference();
    const seen: string[] = [];
    const gate = await server(async (request, response) => {
      seen.push(request.headers.authorization ?? 'none');
      const answer = await fetch(`${url}${request.url}`, {
        headers: { authorization: request.headers.authorization ?? '' },
      });
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
      response.end(await answer.text());
    });
    const { code, names, step, stdout } = await doctor(['--base-url', gate.url], { env: { TOUCHSTONE_TOKEN: token } });

    expect(names).toEqual([...NAMES, ...AREAS]);
    expect({ code, last: stdout.trimEnd().split('\n').at(-1) }).toEqual({ code: 0, last: '0 problems, 0 warnings' });
    expect(step('TCP')).toMatch(/^ok: connected to 127\.0\.0\.1 port \d+ in \d+ ms$/);
    expect(step('credential')).toBe('ok: accepted; without it: 401');
    expect(step('clock')).toBe('ok: the clocks agree within 5 s');
    expect(step('latency')).toMatch(/^ok: \d+ ms \(median of 4 reads\)$/);
    for (const area of AREAS) expect(step(area)).toMatch(/^ok: \w+: 200 in \d+ ms, \d+ records? on the first page$/);
    expect(gate.requests.length).toBeLessThanOrEqual(15);
    expect(gate.requests.every((request) => request.startsWith('GET '))).toBe(true);
    expect(seen.filter((credential) => credential === 'none')).toHaveLength(1);
    expect(stdout).not.toContain(token);
  });

  test('takes the target from the config file', async () => {
    const { url, token } = await reference();
    const cwd = folder({ 'touchstone.config.json': JSON.stringify({ baseUrl: url, tokenEnv: 'MINE' }) });

    expect((await doctor([], { cwd, env: { MINE: token } })).step('credential')).toContain('ok: accepted');
  });

  test('exits with 2 without a base URL, and for an invalid one', async () => {
    expect(await doctor([])).toMatchObject({ code: 2, stderr: expect.stringContaining('the base URL is missing') });
    expect(await doctor(['--base-url', 'here'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('not a valid'),
    });
  });

  test('names the exit codes in its help', async () => {
    expect((await touchstone(['doctor', '--help'])).stdout).toContain(
      'Exit codes: 0 no problems, 1 problems, 2 invalid',
    );
  });
});

describe('the connection', () => {
  test('that is refused is a problem, and what depends on it is skipped', async () => {
    const { url, close } = await serve(() => undefined);
    await close();
    const { code, step, names } = await doctor(['--base-url', url]);

    expect(code).toBe(1);
    expect(step('TCP')).toMatch(/^problem: .*refused.* \| Check the host and port/);
    for (const name of names.filter((one) => !['DNS', 'TCP', 'proxy'].includes(one))) {
      expect(step(name)).toBe('skipped: there is no connection');
    }
  });

  test('to a host that does not exist is a problem of DNS', async () => {
    const { code, step } = await doctor(['--base-url', 'http://no-such-host.invalid']);

    expect(code).toBe(1);
    expect(step('DNS')).toMatch(/^problem: no-such-host\.invalid: .* \| Check the host, the DNS server/);
    expect(step('TCP')).toBe('skipped: there is no address');
  });

  test('uses the address of --resolve, and warns of a remote target without TLS', async () => {
    const { port } = await server(list);
    const there = `service.example:${port}`;
    const { code, step } = await doctor(['--base-url', `http://${there}`, '--resolve', `${there}:127.0.0.1`]);

    expect(step('DNS')).toBe('ok: 127.0.0.1 (--resolve)');
    expect(step('TLS')).toContain('warning: the base URL uses http:');
    expect(code).toBe(0);
  });
});

describe('TLS', () => {
  const { ca, server: own } = makeCertificates(['127.0.0.1']);
  const secure = async () => {
    const served = await listening(createHttpsServer(own, list));
    onTestFinished(() => served.close());
    return served.url.replace('http:', 'https:');
  };

  test('shows the certificate, whether it is trusted, and when it expires', async () => {
    const url = await secure();
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

  test('that does not end has a time limit', async () => {
    const silent = await listening(createServer(() => undefined));
    onTestFinished(() => silent.close());
    const { code, step } = await doctor(['--base-url', silent.url.replace('http:', 'https:'), '--timeout', '300']);

    expect(code).toBe(1);
    expect(step('TLS')).toMatch(/^problem: the connection timed out/);
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
  const { ca, server: own } = makeCertificates(['127.0.0.1']);
  const secure = async () => {
    const served = await listening(createHttpsServer(own, list));
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

describe('the responses', () => {
  const problems = async (listener: Listener, argv: readonly string[] = []) =>
    doctor(['--base-url', (await server(listener)).url, ...argv]);
  const withStatus =
    (status: number, headers: Record<string, string> = {}, body = '{}'): Listener =>
    (_request, response) =>
      void response.writeHead(status, headers).end(body);

  test.each([
    [
      'a redirect',
      withStatus(302, { location: 'https://login.example' }),
      'HTTP',
      /^problem: 302: redirects to https:\/\/login\.example \| Give the URL/,
    ],
    ['HTML', withStatus(200, { 'content-type': 'text/html' }, '<html>'), 'HTTP', /^problem: 200 with HTML/],
    ['a gateway', withStatus(503), 'HTTP', /^problem: 503/],
    ['403', withStatus(403), 'credential', /^problem: 403 for each area/],
    [
      '401',
      withStatus(401, { 'www-authenticate': 'Bearer realm="x"' }),
      'credential',
      /^problem: none was given.*Bearer realm="x".* \| Give one/,
    ],
    [
      '429',
      withStatus(429, { 'retry-after': '600' }),
      'rate limit',
      /^problem: 429, Retry-After: 600 \| Try again later/,
    ],
    ['404', withStatus(404), 'users', /^problem: getUsers: 404 \| Check the base URL, .*--bind 'getUsers=GET/],
    ['no list', withStatus(200, { 'content-type': 'application/json' }), 'users', /^problem: .*no page of a list/],
    ['no JSON', withStatus(200, {}, 'hello'), 'users', /^problem: .*not JSON/],
    ['an empty list', withStatus(200, {}, '{"items":[]}'), 'users', /^warning: .*no records \| Use a tenant with data/],
    ['a server error', withStatus(500), 'users', /^problem: getUsers: 500 \| Look at the log/],
  ])('%s has its line', async (_what, listener, name, expected) => {
    expect((await problems(listener)).step(name)).toMatch(expected);
  });

  test('of a login page are one problem, not one for each area', async () => {
    const { stdout, step } = await problems(withStatus(302, { location: '/login' }));

    expect(stdout).toContain('\n1 problem, 0 warnings\n');
    expect(step('users')).toBe('skipped: see HTTP');
  });

  test('that do not know a discovered sample are a warning', async () => {
    const { step } = await problems((request, response) => {
      if (request.url?.includes('/subscriptions/')) response.writeHead(404).end('{}');
      else list(request, response);
    });

    expect(step('subscriptions')).toMatch(/^warning: .*404: the sample may be wrong \| .*--fixture subscriptionId=ID/);
  });

  test('that have wrong credentials are told from those that need none', async () => {
    const { url } = await reference();
    const wrong = await doctor(['--base-url', url, '--token', 'not-the-token']);
    expect(wrong.stdout).toContain('\n1 problem, 0 warnings\n');
    expect(wrong.step('users')).toBe('skipped: 401: see the credential');
    expect(wrong.step('credential')).toMatch(/^problem: rejected with 401.* \| Check the credential/);
    expect(wrong.stdout).not.toContain('not-the-token');

    expect((await problems(list)).step('credential')).toBe('ok: none was given, and none is required');
    expect((await problems(list, ['--token', 'any-token'])).step('credential')).toMatch(
      /^warning: not required: without it/,
    );
  });

  test('to a command that prints no token are still read', async () => {
    const { code, step } = await problems(list, ['--auth', 'kind=command', '--auth', 'command=false']);

    expect(code).toBe(1);
    expect(step('credential')).toMatch(/^problem: .*false/);
    expect(step('HTTP')).toContain('ok');
    expect(step('users')).toBe('skipped: there is no token');
  });

  test.each([
    [-3600, 'problem: the clock of the target is 36\\d\\d s behind'],
    [60, 'warning: the clock of the target is (5|6)\\d s ahead'],
  ])('show a clock that is %d s off', async (seconds, expected) => {
    const { step } = await problems((request, response) => {
      response.setHeader('date', new Date(Date.now() + seconds * 1000).toUTCString());
      list(request, response);
    });

    expect(step('clock')).toMatch(new RegExp(`^${expected}.*Synchronize both clocks`));
  });

  test.each([
    ['RateLimit', '"default";r=7;t=30', 'warning'],
    ['X-RateLimit-Remaining', '5', 'warning'],
    ['RateLimit-Remaining', '5000', 'ok'],
    ['RateLimit-Limit', '5', 'ok'],
  ])('state a limit: %s: %s', async (name, value, state) => {
    const { step } = await problems((request, response) => {
      response.setHeader(name, value);
      list(request, response);
    });

    expect(step('rate limit')).toContain(`${state}: ${name.toLowerCase()}: ${value}`);
  });

  test('end the requests after a 429', async () => {
    const { requests, url } = await server(withStatus(429, { 'retry-after': '600' }));
    const { step } = await doctor(['--base-url', url]);

    expect(requests).toHaveLength(1);
    expect(step('users')).toBe('skipped: the target limits the rate');
  });

  test('cannot control the terminal, nor repeat the credential', async () => {
    const { stdout } = await problems(
      (request, response) => {
        const { authorization = '' } = request.headers;
        response
          .writeHead(401, { server: 'a\u0085b', 'www-authenticate': `Bearer \u009b31m ${authorization}` })
          .end('\u001b[31m');
      },
      ['--token', 'hunter2-hunter2'],
    );

    expect(stdout).toContain('\\u009b31m');
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(stdout).not.toContain('hunter2');
  });
});
