import { describe, expect, test } from 'vitest';
import { services } from '../../cli/services.js';
import { UsageError } from '../../engine/target/usage-error.js';
import { sampleIncomplete, sampleRun } from '../reporters/sample-run.js';
import { folder, TARGET, touchstone } from './run-command.js';

describe('touchstone check', () => {
  test('passes the target and the options on', async () => {
    const { checks } = await touchstone([
      ...TARGET,
      ...['--token', 's3cret', '--header', 'X-Tenant: acme: one', '--header', 'x-b: 2'],
      ...['--bind', 'getUsers=GET /other/users?x=1', '--fixture', 'insightRuleId=a=b', '--wire-form', 'array'],
      ...['--operation', 'get*', '--operation', 'x', '--area', 'users', '--area', 'agreements', '--rule', 'paging.*'],
      ...[
        '--level',
        'should',
        '--strict',
        '--budget',
        'quick',
        '--seed',
        '7',
        '--concurrency',
        '3',
        '--rps',
        '2.5',
        '--timeout',
        '30s',
      ],
    ]);

    expect(checks).toHaveLength(1);
    expect(checks[0]).toMatchObject({
      embedded: false,
      target: {
        baseUrl: 'https://target.example/',
        token: 's3cret',
        headers: { 'x-tenant': 'acme: one', 'x-b': '2' },
        bindings: { getUsers: 'GET /other/users?x=1' },
        fixtures: { insightRuleId: 'a=b' },
        wireForm: 'array',
      },
      options: {
        operations: ['get*', 'x'],
        areas: ['users', 'agreements'],
        rules: ['paging.*'],
        level: 'should',
        strict: true,
        budget: 'quick',
        seed: 7,
        concurrency: 3,
        rps: 2.5,
        timeoutMs: 30_000,
      },
    });
  });

  test('prints the maximum number of requests with --dry-run and sends nothing', async () => {
    const outcome = await touchstone([...TARGET, '--dry-run', '--budget', 'thorough']);

    expect(outcome).toMatchObject({ code: 0, checks: [], stderr: '' });
    expect(outcome.stdout).toMatch(/^getUsers +61 +600$/m);
    expect(outcome.stdout).toMatch(/^operations outside the selection +300$/m);
    expect(outcome.stdout).toContain('at most 900 requests with the budget thorough');
  });

  test.each([
    ['a base URL', ['--base-url', 'foo'], /^touchstone: the base URL "foo" is not a valid URL/],
    ['a binding', [...TARGET.slice(1), '--bind', 'getUsers=/x'], /^touchstone: .*getUsers/],
  ])('reports %s that is invalid alone, also with --dry-run', async (_name, target, message) => {
    const { validate } = services;
    for (const argv of [[], ['--dry-run']]) {
      const { code, stdout, stderr, checks } = await touchstone(['check', ...target, ...argv], { validate });
      expect({ code, stdout, checks }).toEqual({ code: 2, stdout: '', checks: [] });
      expect(stderr).toMatch(message);
      expect(stderr).not.toContain('requests');
    }
  });

  test('prints the maximum number of requests before it starts', async () => {
    const { stderr } = await touchstone(TARGET);
    const writing = await touchstone([...TARGET, '--allow-writes']);

    expect(stderr).toContain('touchstone: at most 900 requests with the budget standard');
    expect(stderr).not.toContain('checks with writes');
    expect(writing.stderr).toContain('12 checks with writes may send more');
  });

  test('is the default command', async () => {
    const { checks } = await touchstone(['--base-url', 'https://target.example/']);

    expect(checks[0]?.target.baseUrl).toBe('https://target.example/');
  });

  test('passes no defaults for options that are not given', async () => {
    const { checks } = await touchstone(TARGET);

    expect(Object.keys(checks[0]?.options ?? {})).toEqual(['signal', 'onProgress', 'onJournal', 'onNotice']);
    expect(checks[0]?.target).not.toHaveProperty('token');
  });

  test.each([
    ['the option', ['--token', 'one'], { TOUCHSTONE_TOKEN: 'two' }, 'one'],
    ['the environment', [], { TOUCHSTONE_TOKEN: 'two' }, 'two'],
  ])('reads the token from %s', async (_name, argv, env, token) => {
    const { checks } = await touchstone([...TARGET, ...argv], { env });

    expect(checks[0]?.target.token).toBe(token);
  });

  test.each([
    ['500', 500],
    ['500ms', 500],
    ['1.5s', 1500],
    ['2m', 120_000],
  ])('parses --timeout %s as %d ms', async (text, ms) => {
    expect((await touchstone([...TARGET, '--timeout', text])).checks[0]?.options.timeoutMs).toBe(ms);
  });

  test.each([
    [{ verdict: 'conforms' }, 0],
    [{ verdict: 'does-not-conform' }, 1],
    [{ verdict: 'inconclusive' }, 3],
    [{ verdict: 'incomplete', incomplete: sampleIncomplete() }, 3],
    [{ verdict: 'does-not-conform', incomplete: sampleIncomplete() }, 1],
    [{ verdict: 'does-not-conform', gate: { state: 'incomplete', reason: 'x' } }, 3],
    [{ verdict: 'conforms', interrupted: true }, 130],
  ] as const)('exits for %o with %d', async (report, expected) => {
    const { code, stdout } = await touchstone(TARGET, { check: async () => sampleRun(report) });

    expect(code).toBe(expected);
    expect(stdout.trimEnd()).toMatch(new RegExp(`exit ${expected}$`));
  });

  test('prints only the summary on stdout', async () => {
    expect((await touchstone(TARGET)).stdout).toMatch(
      /^touchstone 0\.1\.0 · https:\/\/target\.example\/[\s\S]*\nCONFORMS .*\n$/,
    );
  });

  test('never prints a secret, whatever fails', async () => {
    const secrets = ['--token', 'T0PSECRET', '--header', 'x-key: T0PSECRET'];
    const attempts = await Promise.all([
      touchstone([...TARGET, ...secrets]),
      touchstone([...TARGET, '--tokn=T0PSECRET']),
      touchstone([...TARGET, '-tT0PSECRET']),
      touchstone([...TARGET, '--header', 'Bearer T0PSECRET']),
      touchstone([...TARGET, '--header', 'Bearer T0PSECRET: x']),
      touchstone([...TARGET, ...secrets, '--seed', 'x']),
      touchstone(TARGET, { cwd: folder({ 'touchstone.config.json': '{"token": "T0PSECRET"}' }) }),
      touchstone(TARGET, { cwd: folder({ 'touchstone.config.json': '{"tokenEnv": "T0PSECRET-"}' }) }),
      touchstone(TARGET, { cwd: folder({ 'touchstone.config.json': '{"headers": {"a": "T0PSECRET" 1}}' }) }),
      touchstone(TARGET, { cwd: folder({ 'touchstone.config.yaml': 'headers:\n  a: "T0PSECRET\n' }) }),
      touchstone(TARGET, { cwd: folder({ 'touchstone.config.json': '{"headers": {"a": ["T0PSECRET"]}}' }) }),
    ]);

    expect(attempts.map(({ code }) => code)).toEqual([0, ...Array(10).fill(2)]);
    for (const { stdout, stderr } of attempts) expect(stdout + stderr).not.toContain('T0PSECRET');
  });
});

describe('without a base URL', () => {
  test('the embedded reference is checked with its own token and fixtures, and closed', async () => {
    const result = await touchstone(['check', '--reference', '--wire-form', 'array'], {
      env: { TOUCHSTONE_TOKEN: 'mine' },
    });

    expect(result.references).toEqual([{ wireForm: 'array' }]);
    expect(result.listened).toEqual([{ host: '127.0.0.1', port: 0 }]);
    expect(result.checks[0]).toMatchObject({
      embedded: true,
      target: {
        baseUrl: 'http://127.0.0.1:4999',
        token: 'reference-token',
        fixtures: { insightRuleId: 'r-1' },
        wireForm: 'array',
      },
    });
    expect(result.closed).toBe(1);
    expect(result.stderr).toContain('checking the embedded reference implementation');
  });

  test('the embedded reference is checked without any option', async () => {
    expect((await touchstone([])).checks[0]?.embedded).toBe(true);
    expect((await touchstone(['check'])).checks[0]?.embedded).toBe(true);
  });

  test.each([
    [['--report', 'json=run.json']],
    [['--level', 'must']],
    [['--quiet']],
    [['--no-color']],
    [['--seed', '4']],
  ])('any other option requires --base-url or --reference: %o', async (argv) => {
    const cwd = folder();
    const { code, stderr, checks, references } = await touchstone(['check', ...argv], { cwd });

    expect({ code, checks, references }).toEqual({ code: 2, checks: [], references: [] });
    expect(stderr).toMatch(/the base URL is missing.*--base-url URL.*--reference/s);
    expect((await touchstone(['check', '--reference', ...argv], { cwd })).checks[0]?.embedded).toBe(true);
  });

  test.each([
    ['--base-url', 'https://c.example'],
    ['--token', 'x'],
    ['--header', 'a: b'],
    ['--bind', 'getUsers=GET /x'],
    ['--fixture', 'userId=1'],
  ])('%s is refused together with --reference', async (option, value) => {
    const { code, stderr, checks } = await touchstone(['check', '--reference', option, value]);

    expect({ code, checks }).toEqual({ code: 2, checks: [] });
    expect(stderr).toContain(`${option} cannot be combined with --reference`);
  });

  test('a dry run without reads needs no target', async () => {
    expect((await touchstone(['check', '--dry-run'])).code).toBe(0);
    expect((await touchstone(['check', '--dry-run', '--allow-writes'])).code).toBe(2);
  });

  test('the reference is closed even if the check throws', async () => {
    const check = async () => {
      throw new UsageError('no rule matches "x"');
    };

    expect(await touchstone(['check'], { check })).toMatchObject({ code: 2, closed: 1 });
  });

  test.each([[['--token', 'x']], [['--header', 'a: b']], [['--bind', 'getUsers=GET /x']], [['--fixture', 'userId=1']]])(
    'an option that describes a target is refused, to avoid a verdict about the wrong target: %o',
    async (argv) => {
      const { code, stderr, checks } = await touchstone(['check', ...argv]);

      expect({ code, checks }).toEqual({ code: 2, checks: [] });
      expect(stderr).toMatch(/^touchstone: --\w+ describes a target, but the base URL is missing\n {2}Use --base-url/);
    },
  );

  test('an empty base URL does not count as absent', async () => {
    const { checks } = await touchstone(['check', '--base-url', '']);

    expect(checks[0]).toMatchObject({ target: { baseUrl: '' }, embedded: false });
  });
});
