import { describe, expect, test } from 'vitest';
import { serve } from '../engine/serve.js';
import { doctor, list, reference, server } from './doctor-command.js';
import { folder, touchstone } from './run-command.js';

const NAMES = ['DNS', 'TCP', 'TLS', 'proxy', 'HTTP', 'credential', 'clock', 'latency', 'rate limit'];
const AREAS = ['applications', 'users', 'subscriptions', 'agreements'];

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
    expect({ code, last: stdout.trimEnd().split('\n').at(-1) }).toEqual({
      code: 0,
      last: expect.stringMatching(/^0 problems, /),
    });
    expect(step('TCP')).toMatch(/^ok: connected to 127\.0\.0\.1 port \d+ in \d+ ms$/);
    expect(step('credential')).toBe('ok: accepted; without it: 401');
    expect(step('clock')).toBe('ok: the clocks agree within 5 s');
    expect(step('latency')).toMatch(/^(ok|warning): \d+ ms \(median of 4 reads\)$/);
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
    const { code, step } = await doctor(['--base-url', 'http://no-such-host.invalid', '--timeout', '3s']);

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
