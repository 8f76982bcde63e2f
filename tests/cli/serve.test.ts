import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { command, touchstone, type World } from './run-command.js';

/** Serves until the server prints its address, then stops it. */
async function serve(...argv: string[]) {
  return serveIn({}, ...argv);
}

async function serveIn(given: World, ...argv: string[]) {
  const world = command(given);
  const running = world.run('serve', ...argv);
  while (world.listening() === 0) await new Promise((resolve) => setImmediate(resolve));
  const closedBefore = world.seen.closed;
  world.interrupt();
  return { ...(await running), closedBefore };
}

describe('touchstone serve', () => {
  test('listens on 127.0.0.1:8080, prints how to use it, and stops cleanly', async () => {
    const { code, stdout, listened, references, closed, closedBefore } = await serve();

    expect(listened).toEqual([{ host: '127.0.0.1', port: 8080 }]);
    expect(references).toEqual([{ sizes: {} }]);
    expect(stdout).toContain('listens on http://127.0.0.1:4999\n');
    expect(stdout).toContain('token     reference-token (not secret');
    expect(stdout).toContain(
      `curl -sS -H "Authorization: Bearer reference-token" 'http://127.0.0.1:4999/api/saas/consolidated-view/v1/users?page_size=2'`,
    );
    expect(stdout).toContain('touchstone check --base-url http://127.0.0.1:4999 --token reference-token');
    expect(stdout).toContain('contractTypeId=ct-1');
    expect({ code, closedBefore, closed }).toEqual({ code: 0, closedBefore: 0, closed: 1 });
  });

  test('passes its options on', async () => {
    const { references, listened } = await serve(
      ...['--port', '0', '--host', '0.0.0.0', '--seed', '4', '--users', '100000', '--contracts', '0'],
      ...['--applications', '1', '--subscriptions', '2', '--agreements', '3'],
      ...['--token', 's3cret', '--wire-form', 'array', '--latency', '50', '--task-duration', '1s'],
    );

    expect(listened).toEqual([{ host: '0.0.0.0', port: 0 }]);
    expect(references).toEqual([
      {
        seed: 4,
        sizes: { applications: 1, users: 100_000, subscriptions: 2, agreements: 3, contracts: 0 },
        token: 's3cret',
        wireForm: 'array',
        latencyMs: 50,
        taskDurationMs: 1000,
      },
    ]);
  });

  test('prints no sample of what the data do not contain', async () => {
    const fixtures = { applicationId: '', userId: '', insightRuleId: '', subscriptionId: '', removableUserIds: '' };
    const { stdout } = await serveIn({ fixtures }, '--users', '0');

    expect(stdout).toContain('check     touchstone check --base-url http://127.0.0.1:4999 --token reference-token\n');
    expect(stdout).toContain('fixtures  agreementId=g-1\n');
    expect(stdout).not.toMatch(/=$/m);
  });

  test.each([
    [['--token', 'x', '--auth', 'basic'], '--token has no effect with --auth basic\n  Omit one of them.'],
    [['--token-lifetime', '5s'], '--token-lifetime has no effect with --auth bearer\n  Add --auth oauth2, or omit it.'],
  ])('exits with 2 for %j, which it would ignore', async (argv, message) => {
    const { code, stderr, listened } = await touchstone(['serve', ...argv]);

    expect([code, listened]).toEqual([2, []]);
    expect(stderr).toContain(message);
  });

  test('does not print a given token', async () => {
    const { stdout, stderr } = await serve('--token', 'T0PSECRET');

    expect(stdout + stderr).not.toContain('T0PSECRET');
    expect(stdout).toContain('"Authorization: Bearer $TOUCHSTONE_TOKEN"');
  });

  test.each([
    ['EADDRINUSE', 'the port is already in use'],
    ['EACCES', 'permission denied'],
    ['EADDRNOTAVAIL', 'this machine has no such address'],
  ])('prints why it cannot listen: %s', async (code, problem) => {
    const listen = async () => {
      throw Object.assign(new Error(`listen ${code}`), { code });
    };

    const result = await touchstone(['serve', '--port', '80'], { listen });

    expect(result).toMatchObject({ code: 2, closed: 1, stdout: '' });
    expect(result.stderr).toContain(`cannot listen on 127.0.0.1:80: ${problem}`);
    expect(result.stderr).toContain('--port (0 picks a free port)');
  });

  test.each([
    [['--auth', 'basic'], { kind: 'basic' }, '--auth kind=basic --auth username=reference', 'TOUCHSTONE_PASSWORD='],
    [['--auth', 'apiKey'], { kind: 'apiKey' }, '--auth kind=apiKey --auth header=X-Api-Key', 'TOUCHSTONE_API_KEY='],
    [
      ['--auth', 'oauth2', '--token-lifetime', '5s'],
      { kind: 'oauth2', lifetimeMs: 5000 },
      '--auth kind=oauth2 --auth tokenUrl=http://127.0.0.1:4999/oauth2/token',
      'TOUCHSTONE_CLIENT_SECRET=',
    ],
  ])('%j requires that credential, and prints how to check it', async (argv, credential, check, variable) => {
    const { references, stdout } = await serve(...argv);

    expect(references[0]?.credential).toMatchObject(credential);
    expect(stdout).toContain(check);
    expect(stdout).toContain(`export ${variable}`);
    expect(stdout).not.toContain('--token ');
  });

  test('with --mtls writes the certificates that a client needs, and removes them at the end', async () => {
    const { references, stdout } = await serve('--mtls');

    expect(references[0]?.tls?.mutual).toBe(true);
    const [, ca = '', cert, key] = /--ca (\S+) --cert (\S+) --key (\S+)/.exec(stdout) ?? [];
    expect([ca, cert, key].map((file) => basename(file ?? ''))).toEqual(['ca.pem', 'client.pem', 'client-key.pem']);
    expect(existsSync(ca)).toBe(false);
  });

  test('serves defects and permitted choices, and prints what they are', async () => {
    const { references, stdout } = await serve(
      ...['--mutant', 'a-wrong-credential-is-taken', '--variant', 'index-keyed-objects-are-declared-as-arrays'],
      ...['--nasty', '7', '--users', '3'],
    );

    expect(stdout).toContain('The reference implementation, changed, listens on http://127.0.0.1:4999\n');
    expect(stdout).toContain('  defect: a wrong credential is accepted (getSubscriptionUsers)\n');
    expect(stdout).toContain('  permitted: ');
    expect(stdout).toContain('drawn by the seed 7\n');
    expect(references[0]).toMatchObject({ sizes: { users: 3 }, wireForm: 'array', drawn: expect.any(Function) });
    expect(references[0]?.hooks).toHaveLength(1);
  });

  test('rejects an unknown mutant, with a suggestion', async () => {
    const { code, stderr } = await touchstone(['serve', '--mutant', 'a-wrong-credential-is-take']);

    expect(code).toBe(2);
    expect(stderr).toContain('unknown mutant "a-wrong-credential-is-take"');
    expect(stderr).toContain('a-wrong-credential-is-taken');
  });
});
