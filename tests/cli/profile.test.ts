import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder, touchstone } from './run-command.js';

/** A folder with a profile in a folder of its own, and a config file beside that. */
function files(profile: object, config?: object): string {
  const cwd = folder(config === undefined ? {} : { 'touchstone.config.json': JSON.stringify(config) });
  mkdirSync(join(cwd, 'deployments'));
  writeFileSync(join(cwd, 'deployments', 'production.json'), JSON.stringify(profile));
  return cwd;
}

const PROFILE = ['check', '--profile', 'deployments/production.json'];
const DEPLOYMENT = {
  baseUrl: 'https://production.example',
  bindings: { getUsers: 'GET /v2/users', getUser: 'GET /v2/users/{userId}' },
  wireForm: 'array',
  fixtures: { userId: 'u-1' },
};

describe('a profile', () => {
  test('holds what a config file holds, and stands alone', async () => {
    const { checks, stderr } = await touchstone([...PROFILE, '--quiet'], { cwd: files(DEPLOYMENT) });

    expect(stderr).toBe('');
    expect(checks[0]?.target).toMatchObject(DEPLOYMENT);
  });

  test('is overridden by the config file and the options, pairs by name', async () => {
    const config = { seed: 4, baseUrl: 'https://staging.example', bindings: { getUsers: 'GET /v3/users' } };
    const argv = ['--fixture', 'insightRuleId=r', '--seed', '5'];

    const { checks } = await touchstone([...PROFILE, ...argv], { cwd: files({ ...DEPLOYMENT, seed: 3 }, config) });

    expect(checks[0]).toMatchObject({
      target: {
        baseUrl: 'https://staging.example',
        bindings: { getUsers: 'GET /v3/users', getUser: 'GET /v2/users/{userId}' },
        fixtures: { userId: 'u-1', insightRuleId: 'r' },
        wireForm: 'array',
      },
      options: { seed: 5 },
    });
  });

  test('can be named in the config file, relative to that', async () => {
    const cwd = files(DEPLOYMENT, { profile: 'deployments/production.json' });

    expect((await touchstone(['check'], { cwd })).checks[0]?.target).toMatchObject(DEPLOYMENT);
  });

  test('has paths relative to itself', async () => {
    const cwd = files({ ...DEPLOYMENT, journal: 'j.jsonl', auth: { kind: 'bearer', tokenFile: 'token.txt' } }, {});
    writeFileSync(join(cwd, 'deployments', 'token.txt'), 'from-beside-the-profile');

    const { checks } = await touchstone([...PROFILE, '--allow-writes'], { cwd });

    expect(checks[0]).toMatchObject({
      target: { auth: { kind: 'bearer', token: 'from-beside-the-profile' } },
      options: { journal: join(cwd, 'deployments', 'j.jsonl') },
    });
  });

  test.each([
    [{ tokenEnv: 'MINE' }, { token: 'mine' }],
    [{ auth: { kind: 'bearer', tokenEnv: 'MINE' } }, { auth: { kind: 'bearer', token: 'mine' } }],
    [{ auth: { kind: 'basic', username: 'eve' } }, { auth: { kind: 'basic', username: 'eve', password: 'p' } }],
  ])('with a credential is overridden by %j in the config file', async (config, expected) => {
    const cwd = files({ ...DEPLOYMENT, auth: { kind: 'basic', username: 'ada', passwordEnv: 'PASS' } }, config);

    const { checks } = await touchstone(PROFILE, { cwd, env: { MINE: 'mine', PASS: 'p' } });

    expect(checks[0]?.target).toMatchObject(expected);
    if (!('auth' in expected)) expect(checks[0]?.target).not.toHaveProperty('auth');
  });

  test.each([
    [{ profile: 'other.json' }, /production\.json: a profile cannot have a profile/],
    [{ wireform: 'array' }, /production\.json.*wireform/],
  ])('%j is refused', async (profile, message) => {
    const { code, stderr } = await touchstone(PROFILE, { cwd: files(profile) });

    expect([code, stderr.replaceAll('\n', ' ')]).toEqual([2, expect.stringMatching(message)]);
  });

  test('that does not exist is refused', async () => {
    const { code, stderr } = await touchstone([...PROFILE.slice(0, 2), 'none.yaml'], { cwd: folder({}) });

    expect([code, stderr]).toEqual([2, expect.stringMatching(/--profile .*none\.yaml cannot be read: no such file/)]);
  });
});
