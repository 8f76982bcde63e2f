import { describe, expect, test } from 'vitest';
import { doctor, type Listener, list, reference, server } from './doctor-command.js';

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
    [
      'a web server that has no such file',
      withStatus(404, { 'content-type': 'text/html' }, '<!doctype html>'),
      'HTTP',
      /^problem: 404 with HTML \| Check that the base URL is the interface itself/,
    ],
    [
      '401 with HTML',
      withStatus(401, { 'content-type': 'text/html' }, '<html>'),
      'credential',
      /^problem: none was given/,
    ],
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

  test('with HTML in one area alone are a problem of that area', async () => {
    const { step } = await problems((request, response) => {
      if (request.url?.includes('/users')) response.writeHead(404, { 'content-type': 'text/html' }).end('<html>');
      else list(request, response);
    });

    expect(step('HTTP')).toMatch(/^ok/);
    expect(step('users')).toMatch(/^problem: getUsers: 404 \| Check the base URL, .*--bind/);
  });

  test('that do not know a discovered sample are a warning', async () => {
    const { step } = await problems((request, response) => {
      if (request.url?.includes('/subscriptions/')) response.writeHead(404).end('{}');
      else list(request, response);
    });

    expect(step('subscriptions')).toMatch(/^warning: .*404: the sample may be wrong \| .*--fixture subscriptionId=ID/);
  });

  test('that have wrong credentials are distinguished from those that need none', async () => {
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
    const echo: Listener = (request, response) => {
      const { authorization = '' } = request.headers;
      const encoded = Buffer.from(authorization.replace('Bearer ', '')).toString('base64');
      response.setHeader('www-authenticate', `Bearer \u009b31m ${authorization}`);
      response.writeHead(401, { server: 'a\u0085b', 'x-ratelimit-for': encoded }).end('\u001b[31m');
    };
    const command = 'node -e "process.stdout.write(String.fromCharCode(104)+`unter2-hunter2`)"';
    for (const argv of [
      ['--token', 'hunter2-hunter2'],
      ['--auth', 'kind=command', '--auth', `command=${command}`],
    ]) {
      const { stdout, step } = await problems(echo, argv);

      expect(stdout).toContain('\\u009b31m');
      expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
      expect(step('rate limit')).toBe('ok: x-ratelimit-for: [redacted]');
      expect(stdout).not.toContain('hunter2');
    }
  });
});
