import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../engine/target/usage-error.js';
import { failedCheck, sampleIncomplete, sampleRun } from '../reporters/sample-run.js';
import { command, folder, TARGET, touchstone } from './run-command.js';

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

describe('reports', () => {
  test('are complete, and no temporary file remains', async () => {
    const cwd = folder();
    const check = async () => sampleRun({ verdict: 'does-not-conform', checks: [failedCheck()] });

    await touchstone([...TARGET, '--report', 'json=a.json', '--report', 'junit=b.xml', '--report', 'json=c.json'], {
      cwd,
      check,
    });

    expect(JSON.parse(readFileSync(join(cwd, 'a.json'), 'utf8'))).toMatchObject({ verdict: 'does-not-conform' });
    expect(readFileSync(join(cwd, 'c.json'), 'utf8')).toBe(readFileSync(join(cwd, 'a.json'), 'utf8'));
    expect(readFileSync(join(cwd, 'b.xml'), 'utf8')).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites/);
  });
});

describe('an interrupted run', () => {
  test('is aborted by the first signal, and its partial report is written', async () => {
    const cwd = folder();
    const world = command({
      cwd,
      check: (_target, options) =>
        new Promise((resolve) => {
          options?.signal?.addEventListener('abort', () =>
            resolve(sampleRun({ verdict: 'inconclusive', interrupted: true })),
          );
          setImmediate(() => world.interrupt());
        }),
    });

    const { code, stderr, stdout, exits } = await world.run(...TARGET, '--report', 'json=report.json');

    expect({ code, exits }).toEqual({ code: 130, exits: [] });
    expect(stderr).toContain('touchstone: interrupted: ');
    expect(stdout).toContain('INCONCLUSIVE (INTERRUPTED)');
    expect(JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'))).toMatchObject({ interrupted: true });
    expect(world.listening()).toBe(0);
  });

  test('exits at once at the second signal', async () => {
    const world = command({
      check: async () => {
        world.interrupt();
        expect(world.seen.exits).toEqual([]);
        world.interrupt();
        return sampleRun({ interrupted: true });
      },
    });

    expect((await world.run(...TARGET)).exits).toEqual([130]);
  });
});

describe('errors', () => {
  test('a usage error prints one line and a hint, and exits with 2', async () => {
    const check = async () => {
      throw new UsageError('the base URL "x" is not a valid URL', 'Give one such as https://host.example.');
    };

    const { code, stderr, stdout } = await touchstone([...TARGET, '--quiet'], { check });

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe('touchstone: the base URL "x" is not a valid URL\n  Give one such as https://host.example.\n');
  });

  test('an internal error is named as such, without a stack, and exits with 3', async () => {
    const check = async () => {
      throw new TypeError('x is\u001b[31m undefined');
    };

    const { code, stderr } = await touchstone([...TARGET, '--quiet'], { check });

    expect(code).toBe(3);
    expect(stderr).toMatch(/^touchstone: internal error: x is\\u001b\[31m undefined\n {2}Set TOUCHSTONE_DEBUG=1 .*\n$/);
  });

  test('an internal error prints its stack with TOUCHSTONE_DEBUG', async () => {
    const check = async () => {
      throw new TypeError('x');
    };

    expect((await touchstone(TARGET, { check, env: { TOUCHSTONE_DEBUG: '1' } })).stderr).toMatch(
      /\n {4}at .*check\.test\.ts/,
    );
  });

  test.each([
    [[...TARGET, '--sede', '1'], 'unknown option --sede', 'Did you mean "--seed"?'],
    [[...TARGET, '--report=json'], '--report "json" is not of the form name=value', '--report json=report.json'],
    [[...TARGET, '--report', 'jsn=x'], '--report "jsn" is not', 'Did you mean "json"?'],
    [[...TARGET, '--fixture', 'insightRuleID=x'], '--fixture "insightRuleID" is not', 'Did you mean "insightRuleId"?'],
    [[...TARGET, '--bind', 'getUsers'], '--bind "getUsers" is not of the form', "'getUsers=GET /other/users'"],
    [[...TARGET, '--header', 'nope'], "--header number 1 is not of the form 'Name: value'", 'X-Tenant'],
    [[...TARGET, '--token', ''], '--token is empty', 'Omit the option'],
    [[...TARGET, '--area', 'user'], "option '--area <area>' argument 'user' is invalid", 'Did you mean "users"?'],
    [[...TARGET, '--require-decided', '95'], "argument '95' is invalid", 'a percentage from 0% to 100%'],
    [[...TARGET, '--require-decided', '101%'], "argument '101%' is invalid", 'such as 95%'],
    [[...TARGET, '--level', 'most'], "option '--level <level>' argument 'most' is invalid", 'must, should, gap'],
    [[...TARGET, '--seed', '-1'], "option '--seed <number>' argument '-1' is invalid", 'from 0 to 4294967295'],
    [[...TARGET, '--concurrency', '1.5'], "argument '1.5' is invalid", 'whole number from 1 to 1000'],
    [[...TARGET, '--timeout', 'soon'], "argument 'soon' is invalid", '30s'],
    [[...TARGET, '--timeout', '0'], "argument '0' is invalid", '30s'],
    [[...TARGET, '--seed'], "option '--seed <number>' argument missing", 'touchstone check --help'],
    [['chek', ...TARGET.slice(1)], 'unknown command chek', 'Did you mean "check"?'],
    [['--quiet', 'srve'], 'unknown command srve', 'Did you mean "serve"?'],
    [['check', 'now'], 'too many arguments', 'touchstone check --help'],
    [['list', 'rule'], "'rule' is invalid", 'operations, rules, clauses'],
    [['serve', '--prt', '1'], 'unknown option --prt', 'Did you mean "--port"?'],
  ])('an invalid argument is named, with a hint: %o', async (argv, problem, remedy) => {
    const { code, stderr, stdout, checks } = await touchstone(argv);

    expect({ code, stdout, checks }).toEqual({ code: 2, stdout: '', checks: [] });
    expect(stderr).toMatch(/^touchstone: /);
    expect(stderr).toContain(problem);
    expect(stderr).toContain(remedy);
  });
});

describe('report paths', () => {
  test.each([
    ['in a folder that does not exist', 'json=missing/report.json', /missing\/report\.json: no such file or folder/],
    ['that is a folder', 'json=.', /it is a folder/],
    ['below a file', 'junit=file/report.xml', /a part of the path is not a folder/],
  ])('%s are refused before the run', async (_name, report, problem) => {
    const { code, stderr, checks } = await touchstone([...TARGET, '--report', report], { cwd: folder({ file: '' }) });

    expect({ code, checks }).toEqual({ code: 2, checks: [] });
    expect(stderr).toMatch(problem);
    expect(stderr).toContain('Check that the folder exists');
  });

  test('that occur twice are refused', async () => {
    const { code, stderr } = await touchstone([...TARGET, '--report', 'json=a', '--report', 'junit=./a']);

    expect(code).toBe(2);
    expect(stderr).toContain('two reports have the same file');
  });

  test('that fail after the run do not hide the summary', async () => {
    const cwd = folder({ 'gone.json': '' });
    const { rmSync } = await import('node:fs');
    const check = async () => {
      rmSync(cwd, { recursive: true });
      return sampleRun();
    };

    const { code, stdout, stderr } = await touchstone([...TARGET, '--report', 'json=gone.json'], { cwd, check });

    expect(code).toBe(2);
    expect(stdout).toContain('CONFORMS');
    expect(stderr).toMatch(/json report could not be written to .*gone\.json: no such file or folder/);
    expect(existsSync(cwd)).toBe(false);
  });

  test('that are devices are written directly, not replaced', async () => {
    const { code } = await touchstone([...TARGET, '--report', 'json=/dev/null']);

    expect(code).toBe(0);
    const { statSync } = await import('node:fs');
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });
});
