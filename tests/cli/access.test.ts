import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { check } from '../../conformance/check.js';
import { makeCertificates } from '../../reference/index.js';
import { folder, TARGET, touchstone } from './run-command.js';

/** Servers on this machine are reached without the proxies of the environment. */
const HERE = 'localhost,127.0.0.1,[::1]';

const auth = (...settings: string[]) => settings.flatMap((setting) => ['--auth', setting]);

/** The target of a check with these arguments. */
async function targetOf(argv: readonly string[], world: Parameters<typeof touchstone>[1] = {}) {
  const { checks, stderr } = await touchstone([...TARGET, ...argv], world);
  expect(stderr).not.toContain('internal error');
  return checks[0]?.target;
}

describe('the credential of --auth', () => {
  test.each([
    [auth('kind=bearer', 'tokenEnv=MINE'), { MINE: 't' }, { kind: 'bearer', token: 't' }],
    [auth('kind=bearer'), { TOUCHSTONE_TOKEN: 't' }, { kind: 'bearer', token: 't' }],
    [auth('kind=bearer', 'tokenFile=token.txt'), {}, { kind: 'bearer', token: 'from-a-file' }],
    [
      auth('kind=basic', 'username=ada'),
      { TOUCHSTONE_PASSWORD: 'p' },
      { kind: 'basic', username: 'ada', password: 'p' },
    ],
    [auth('kind=apiKey', 'header=X-Key', 'keyEnv=K'), { K: 'v' }, { kind: 'apiKey', header: 'X-Key', value: 'v' }],
    [
      auth('kind=oauth2', 'tokenUrl=https://idp.example/token', 'scope=read write', 'audience=api'),
      { TOUCHSTONE_CLIENT_ID: 'i', TOUCHSTONE_CLIENT_SECRET: 's' },
      {
        kind: 'oauth2',
        tokenUrl: 'https://idp.example/token',
        clientId: 'i',
        clientSecret: 's',
        clientAuth: 'client_secret_basic',
        scope: 'read write',
        audience: 'api',
      },
    ],
    [
      auth('kind=command', `command=vault read "my token" 'x y'`, 'timeout=2s'),
      {},
      { kind: 'command', command: ['vault', 'read', 'my token', 'x y'], timeoutMs: 2000 },
    ],
  ])('%j is read, with its secrets from elsewhere', async (argv, env, expected) => {
    const cwd = folder({ 'token.txt': 'from-a-file\n' });

    expect((await targetOf(argv, { env: env as Record<string, string>, cwd }))?.auth).toEqual(expected);
  });

  test('and of the config file are merged by name, and replaced by another kind or by --token', async () => {
    const config = { auth: { kind: 'basic', username: 'ada' } };
    const cwd = folder({ 'touchstone.config.json': JSON.stringify(config) });
    const env = { TOUCHSTONE_PASSWORD: 'p', TOUCHSTONE_TOKEN: 't' };

    expect((await targetOf(auth('username=eve'), { cwd, env }))?.auth).toMatchObject({
      username: 'eve',
      password: 'p',
    });
    expect((await targetOf(auth('kind=bearer'), { cwd, env }))?.auth).toEqual({ kind: 'bearer', token: 't' });
    const target = await targetOf(['--token', 'x'], { cwd, env });
    expect([target?.auth, target?.token]).toEqual([undefined, 'x']);
    expect((await targetOf([], { cwd, env }))?.token).toBeUndefined();
  });

  test.each([
    [['--header', 'Authorization: Basic eDp5'], 'baseUrl: http://127.0.0.1:1\n'],
    [[], "baseUrl: http://127.0.0.1:1\nheaders: { Authorization: 'Basic eDp5' }\n"],
  ])('cannot be a token if the header Authorization is given too: %j', async (argv, config) => {
    const cwd = folder({ 'touchstone.config.yaml': config });

    const ended = await touchstone(argv, { cwd, env: { TOUCHSTONE_TOKEN: 's3cret-token' }, check });

    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('the token and the header authorization are both given');
    expect(ended.stderr).toContain('--token, TOUCHSTONE_TOKEN or the variable that "tokenEnv" names');
    expect(ended.stderr).not.toMatch(/s3cret-token|eDp5/);
  });

  test('has paths relative to the config file that names them', async () => {
    const cwd = folder({
      'conf/c.json': JSON.stringify({ auth: { kind: 'bearer', tokenFile: 'token' } }),
      'conf/token': 'beside-the-config',
    });

    expect((await targetOf(['--config', 'conf/c.json'], { cwd }))?.auth).toMatchObject({ token: 'beside-the-config' });
  });

  test.each([
    [auth('username=ada'), {}, '--auth needs a kind', 'kind=KIND'],
    [auth('kind=digest'), {}, 'kind=digest is not a kind', 'Known: bearer'],
    [auth('kind=basic', 'scope=x'), {}, 'has no setting "scope"', 'username'],
    [auth('kind=basic'), {}, 'kind=basic needs a user name', 'Add --auth username=NAME, or set TOUCHSTONE_USERNAME'],
    [auth('kind=basic', 'username=a'), {}, 'variable TOUCHSTONE_PASSWORD is not set', 'Set it'],
    [auth('kind=apiKey'), {}, 'kind=apiKey needs header', '--auth header=VALUE'],
    [auth('kind=oauth2', 'tokenUrl=http://idp.example/t'), {}, 'without TLS', 'https:'],
    [auth('kind=oauth2', 'tokenUrl=idp'), {}, 'not a URL', 'Correct it'],
    [auth('kind=bearer', 'tokenFile=none'), {}, 'no such file', 'path of a file'],
    [auth('kind=bearer', 'tokenFile=/dev/zero'), {}, '/dev/zero is larger than 1 MB', 'path of a token'],
    [auth('kind=bearer', 'tokenFile=/dev/null'), {}, 'the file is empty', 'Write the token'],
    [auth('hunter2hunter2'), {}, '--auth number 1 is not of the form', 'kind=oauth2'],
    [[...auth('kind=bearer'), '--token', 'x'], {}, 'cannot be combined', 'Remove one'],
  ])('%j is an error', async (argv, env, problem, hint) => {
    const { code, stderr, checks } = await touchstone([...TARGET, ...argv], { env });

    expect({ code, checks }).toEqual({ code: 2, checks: [] });
    expect(stderr).toContain(problem);
    expect(stderr).toContain(hint);
    expect(stderr).not.toContain('hunter2');
  });

  test('does not repeat a secret that stands where the name of its variable belongs', async () => {
    const { stderr } = await touchstone([...TARGET, ...auth('kind=apiKey', 'header=X', 'keyEnv=sec-ret:value')]);

    expect(stderr).toContain('the environment variable named by keyEnv is not set');
    expect(stderr).not.toContain('sec-ret');
  });
});

describe('the network', () => {
  const { ca, client } = makeCertificates([]);
  const cwd = () =>
    folder({
      'ca.pem': ca,
      'c.pem': client.cert,
      'k.pem': client.key,
      'text.pem': 'no certificate',
      'broken.pem': `${ca}\n-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`,
      'cut.pem': ca.slice(0, 200),
      'broken.key': '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
      'other.key': makeCertificates([]).client.key,
    });

  test('is read from files and switches, and the reproduction names the files', async () => {
    const argv = ['--ca', 'ca.pem', '--cert', 'c.pem', '--key', 'k.pem', '--insecure', '--wait', '2s'];
    const { checks } = await touchstone([...TARGET, ...argv], { cwd: cwd() });

    expect(checks[0]?.target.network).toEqual({ ca, certificate: client, insecure: true });
    expect(checks[0]?.target.networkWords).toEqual({ ca: 'ca.pem', cert: 'c.pem', key: 'k.pem', insecure: true });
    expect(checks[0]?.options.waitMs).toBe(2000);
  });

  test('of a config file elsewhere is named by paths that work in the folder of the command', async () => {
    const config = ['baseUrl: https://target.example', 'ca: ca.pem', 'auth: {kind: bearer, tokenFile: token.txt}'];
    const root = folder({ 'deploy/prod.yaml': config.join('\n'), 'deploy/ca.pem': ca, 'deploy/token.txt': 's3cret' });

    const { checks } = await touchstone(['--config', 'deploy/prod.yaml'], { cwd: root });

    expect(checks[0]?.target).toMatchObject({
      network: { ca },
      networkWords: { ca: join('deploy', 'ca.pem') },
      auth: { token: 's3cret' },
      authWords: { tokenFile: join('deploy', 'token.txt') },
    });
  });

  test.each([
    [{}, [], undefined],
    [{ HTTPS_PROXY: 'http://p:1' }, [], { https: 'http://p:1', except: HERE }],
    [{ https_proxy: 'http://small:1', HTTPS_PROXY: 'http://p:1' }, [], { https: 'http://small:1', except: HERE }],
    [
      { ALL_PROXY: 'http://all:1', HTTP_PROXY: 'http://h:1', NO_PROXY: '.local' },
      [],
      { http: 'http://h:1', https: 'http://all:1', except: `.local,${HERE}` },
    ],
    [{ HTTP_PROXY: 'http://p:1', NO_PROXY: '*' }, [], { http: 'http://p:1', except: '*' }],
    [
      { HTTPS_PROXY: 'http://p:1', NO_PROXY: '*' },
      ['--proxy', 'http://mine:2'],
      { http: 'http://mine:2', https: 'http://mine:2' },
    ],
  ])('has the proxies of %j and %j', async (env, argv, proxies) => {
    expect((await targetOf(argv, { env: env as Record<string, string> }))?.network?.proxies).toEqual(proxies);
  });

  test.each([
    [['--cert', 'c.pem'], '--cert and --key belong together'],
    [['--ca', 'text.pem'], 'contains no certificate in PEM'],
    [['--ca', 'none.pem'], 'no such file'],
    [['--ca', 'broken.pem'], '--ca: certificate 2 in'],
    [['--ca', 'cut.pem'], 'contains no complete certificate'],
    [['--cert', 'c.pem', '--key', 'broken.key'], '--key: the private key in'],
    [['--cert', 'c.pem', '--key', 'other.key'], 'does not belong to the first certificate in'],
    [['--proxy', 'socks5://user:hunter2@p:1'], '--proxy is not a URL of the form http://HOST:PORT'],
  ])('with %j is an error', async (argv, problem) => {
    const { code, stderr } = await touchstone([...TARGET, ...argv], { cwd: cwd() });

    expect(code).toBe(2);
    expect(stderr).toContain(problem);
    expect(stderr).not.toContain('hunter2');
  });
});

describe('--resolve', () => {
  test('names the address of a host and a port, of either family', async () => {
    const given = ['--resolve', 'Service.example:443:10.0.0.7', '--resolve', 'other.example:80:[::1]'];
    const { checks } = await touchstone([...TARGET, ...given]);
    expect(checks[0]?.target.network?.resolve).toEqual([
      { host: 'service.example', port: 443, address: '10.0.0.7' },
      { host: 'other.example', port: 80, address: '::1' },
    ]);
  });

  test.each(['service.example:443', 'service.example:443:other.example', ':443:10.0.0.7'])(
    'refuses %s',
    async (text) => {
      const { code, stderr } = await touchstone([...TARGET, '--resolve', text]);
      expect(code).toBe(2);
      expect(stderr).toContain('is not of the form host:port:address');
    },
  );
});

describe('--trace-url', () => {
  test.each([
    'https://traces.example/x',
    'javascript:alert({traceId})',
    'https://x/{traceId})<b>',
    'https://x/{traceId}?q={a}|b',
  ])('refuses %s', async (text) => {
    const { code, stderr } = await touchstone([...TARGET, '--trace-url', text]);
    expect(code).toBe(2);
    expect(stderr).toContain('is not a URL that contains {traceId}');
  });

  test.each(['https://me:s3cret@traces.example/{traceId}', 'https:s3cret@traces.example/{traceId}'])(
    'refuses a credential in it, and does not print it: %s',
    async (text) => {
      const { code, stdout, stderr } = await touchstone([...TARGET, '--trace-url', text]);
      expect(code).toBe(2);
      expect(stderr).toContain('contains a user name or a password');
      expect(stdout + stderr).not.toContain('s3cret');
    },
  );
});
