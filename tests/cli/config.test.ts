import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { folder, TARGET, touchstone } from './run-command.js';

const json = (config: unknown) => ({ 'touchstone.config.json': JSON.stringify(config) });

describe('the config file', () => {
  test.each([
    ['json', '{"$schema": "x", "baseUrl": "https://c.example", "seed": 5}'],
    ['yaml', 'baseUrl: https://c.example\nseed: 5\n'],
    ['yml', 'baseUrl: https://c.example\nseed: 5\n'],
    ['ts', 'const seed: number = 5;\nexport default { baseUrl: "https://c.example", seed } as const;\n'],
    ['mjs', 'export default { baseUrl: "https://c.example", seed: 5 };\n'],
    ['js', 'module.exports = { baseUrl: "https://c.example", seed: 5 };\n'],
  ])('is found as touchstone.config.%s', async (extension, text) => {
    const { checks, stderr } = await touchstone(['check', '--quiet'], {
      cwd: folder({ [`touchstone.config.${extension}`]: text }),
    });

    expect(stderr).toBe('');
    expect(checks[0]).toMatchObject({ target: { baseUrl: 'https://c.example' }, options: { seed: 5 } });
  });

  test.each([
    ['little-endian', (text: string) => Buffer.from(text, 'utf16le')],
    ['big-endian', (text: string) => Buffer.from(text, 'utf16le').swap16()],
  ])('may be UTF-16 with a byte order mark, %s', async (_order, encoded) => {
    for (const [name, text] of [
      ['a.yaml', 'seed: 5\n'],
      ['a.json', '{"seed": 5}'],
    ] as const) {
      const cwd = folder({});
      writeFileSync(join(cwd, name), encoded(`\ufeff${text}`));

      const { checks } = await touchstone([...TARGET, '--config', name], { cwd });

      expect(checks[0]?.options.seed).toBe(5);
    }
  });

  test('is named with --config, relative to where the command runs', async () => {
    const cwd = folder({ 'staging.yaml': 'seed: 9\n', ...json({ seed: 1 }) });

    const { checks } = await touchstone([...TARGET, '--config', 'staging.yaml'], { cwd });

    expect(checks[0]?.options.seed).toBe(9);
  });

  test('of a parent folder is ignored', async () => {
    const cwd = join(folder(json({ seed: 1 })), 'inner');
    mkdirSync(cwd);

    expect((await touchstone(TARGET, { cwd })).checks[0]?.options).not.toHaveProperty('seed');
  });

  test('can be empty', async () => {
    expect((await touchstone(TARGET, { cwd: folder({ 'touchstone.config.yaml': '\n' }) })).code).toBe(0);
  });

  test('supports every setting of the options', async () => {
    const config = {
      baseUrl: 'https://c.example',
      tokenEnv: 'MY_TOKEN',
      headers: { 'X-A': '1' },
      bindings: { getUsers: 'GET /u' },
      fixtures: { userId: 'u' },
      wireForm: 'array',
      operations: ['get*'],
      areas: ['users'],
      rules: ['paging.*'],
      level: 'must',
      strict: true,
      requireDecided: '97.5%',
      requireOperations: ['get*'],
      seed: 3,
      concurrency: 4,
      rps: 5,
      timeoutMs: 600,
    };

    const { checks } = await touchstone(['check'], {
      cwd: folder(json(config)),
      env: { MY_TOKEN: 't', TOUCHSTONE_TOKEN: 'other' },
    });

    const { baseUrl, tokenEnv: _, headers: __, bindings, fixtures, wireForm, ...options } = config;
    expect(checks[0]?.target).toEqual({ baseUrl, token: 't', headers: { 'x-a': '1' }, bindings, fixtures, wireForm });
    expect(checks[0]?.options).toMatchObject({ ...options, requireDecided: 97.5 });
  });

  test('is overridden by the options: lists as a whole, named values by name', async () => {
    const config = {
      baseUrl: 'https://c.example',
      headers: { 'X-A': '1', 'x-b': '2' },
      bindings: { getUsers: 'GET /u', getUser: 'GET /u/{userId}' },
      fixtures: { userId: 'u', contractId: 'c' },
      rules: ['one', 'two'],
      strict: true,
      level: 'must',
    };
    const argv = [
      '--header',
      'x-a: 9',
      '--bind',
      'getUsers=GET /v',
      '--fixture',
      'userId=v',
      '--rule',
      'three',
      '--level',
      'gap',
    ];

    const { checks } = await touchstone([...TARGET, ...argv], { cwd: folder(json(config)) });

    expect(checks[0]?.target).toMatchObject({
      baseUrl: 'https://target.example/',
      headers: { 'x-a': '9', 'x-b': '2' },
      bindings: { getUsers: 'GET /v', getUser: 'GET /u/{userId}' },
      fixtures: { userId: 'v', contractId: 'c' },
    });
    expect(checks[0]?.options).toMatchObject({ rules: ['three'], strict: true, level: 'gap' });
  });

  test('names reports relative to its own folder, and --report of the same kind overrides it', async () => {
    const cwd = folder();
    mkdirSync(join(cwd, 'inner'));
    writeFileSync(join(cwd, 'inner', 'c.json'), JSON.stringify({ reports: { json: 'out.json', junit: 'out.xml' } }));

    await touchstone([...TARGET, '--config', 'inner/c.json', '--report', 'json=mine.json'], { cwd });

    expect(readFileSync(join(cwd, 'inner', 'out.xml'), 'utf8')).toContain('<testsuites');
    expect(readFileSync(join(cwd, 'mine.json'), 'utf8')).toContain('run-report');
    expect(() => readFileSync(join(cwd, 'inner', 'out.json'))).toThrow('ENOENT');
  });

  test.each([[{ fixtures: { userId: 'u' } }], [{ seed: 4 }], [{}]])(
    'without a base URL is refused, to avoid a verdict about the embedded reference: %o',
    async (config) => {
      const { code, checks, references, stderr } = await touchstone(['check'], { cwd: folder(json(config)) });

      expect({ code, checks, references }).toEqual({ code: 2, checks: [], references: [] });
      expect(stderr).toContain('the base URL is missing, and touchstone.config.json has no "baseUrl"');
      expect(stderr).toContain('--reference');
    },
  );

  test('without a base URL applies to the embedded reference with --reference', async () => {
    const cwd = folder(json({ seed: 4, baseUrl: 'https://c.example' }));

    const { code, checks } = await touchstone(['check', '--reference'], { cwd });

    expect(code).toBe(0);
    expect(checks[0]).toMatchObject({ embedded: true, options: { seed: 4 } });
  });

  test('that names an unset variable is refused', async () => {
    const { code, stderr } = await touchstone(TARGET, {
      cwd: folder(json({ tokenEnv: 'MY_TOKEN' })),
      env: { TOUCHSTONE_TOKEN: 'x' },
    });

    expect(code).toBe(2);
    expect(stderr).toContain('the environment variable MY_TOKEN named by "tokenEnv" in the config');
    expect(stderr).toContain('--token');
  });
});

describe('an error in the config', () => {
  test.each([
    [{ baseURL: 'x' }, '/baseURL: unknown key "baseURL"', 'Did you mean "baseUrl"?'],
    [{ fixtures: { userID: 'x' } }, '/fixtures/userID: unknown key "userID"', 'Did you mean "userId"?'],
    [{ reports: { spreadsheet: 'x' } }, '/reports/spreadsheet: unknown key "spreadsheet"', 'json, junit'],
    [{ timeoutMs: '30s' }, '/timeoutMs: expected a whole number, found text', 'milliseconds as a whole number'],
    [{ rules: 'paging.*' }, '/rules: expected a list, found text', 'Write a list, also of one value: ["one", "two"].'],
    [{ rules: [1] }, '/rules/0: expected text, found a number', 'Put it in quotes.'],
    [{ requireDecided: '101%' }, '/requireDecided: expected text such as "95%"', ''],
    [{ requireDecided: 95 }, '/requireDecided: expected text, found a number', 'such as "95%"'],
    [{ strict: null }, '/strict: expected true or false, found null', 'Give it a value, or remove the key.'],
    [
      { areas: ['user'] },
      '/areas/0: expected one of applications, users, subscriptions, agreements',
      'Did you mean "users"?',
    ],
    [{ level: 'most' }, '/level: expected one of must, should, gap', 'Did you mean "must"?'],
    [{ concurrency: 0 }, '/concurrency: expected a number >= 1', ''],
    [{ timeoutMs: 2 ** 31 - 1 }, '/timeoutMs: expected a number <= 1728000000', ''],
    [{ rps: 0 }, '/rps: expected a number >= 0.001', ''],
    [{ bindings: { getUsers: '/users' } }, '/bindings/getUsers: expected text such as "GET /other/users"', ''],
    [{ headers: { 'x/y': 1 } }, '/headers/x~1y: expected text, found a number', 'Put it in quotes.'],
    [{ token: 'abc' }, 'a config file must not contain the token', 'TOUCHSTONE_TOKEN'],
    [['a'], 'the config: expected an object, found a list', 'such as { "baseUrl": "https://service.example" }.'],
    [{ foo: 'abc' }, '/foo: unknown key "foo"', 'All keys are listed in schemas/touchstone/config.schema.json'],
    [{ fixtures: { userId: 3 } }, '/fixtures/userId: expected text, found a number', 'Put it in quotes.'],
    [{ seed: '7' }, '/seed: expected a whole number, found text', 'Write the number without quotes.'],
    [{ headers: 'x' }, '/headers: expected an object, found text', 'such as { name: "value" }'],
  ])('is printed with its position and a hint: %o', async (config, problem, remedy) => {
    const cwd = folder(json(config));

    const { code, stderr, checks } = await touchstone(TARGET, { cwd });

    expect({ code, checks }).toEqual({ code: 2, checks: [] });
    expect(stderr).toContain(`${join(cwd, 'touchstone.config.json')}: ${problem}`);
    expect(stderr).toContain(remedy);
  });

  test('does not hide the others; the first five are printed', async () => {
    const { stderr } = await touchstone(TARGET, {
      cwd: folder(json({ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, seed: 'x' })),
    });

    expect(stderr.match(/unknown key/g)).toHaveLength(5);
    expect(stderr).toContain('and 2 more');
  });

  test.each([
    ['json', '{\n  "seed": 1,\n}', 3, 'not valid JSON: Expected double-quoted property name'],
    ['json', '{\n  "seed": abc\n}', 2, "not valid JSON: Unexpected token 'a'"],
    ['json', '{\n  "seed": 1\n', 3, 'not valid JSON'],
    ['yaml', 'seed: 1\nrules: [a\nlevel: must\n', 3, 'not valid YAML'],
    ['yaml', 'seed: 1\nseed: 2\n', 2, 'not valid YAML: Map keys must be unique'],
    ['ts', 'export default {\n  seed: ,\n};\n', 2, 'cannot be loaded'],
    ['ts', 'const a = 1;\n\nthrow new Error("no " + a);\n', 3, 'cannot be loaded: no 1'],
    ['mjs', 'export default {\n  seed: nothing,\n};\n', 2, 'cannot be loaded: nothing is not defined'],
  ])(
    'in the syntax of a .%s file is printed in one line with its position: %j',
    async (extension, text, line, problem) => {
      const cwd = folder({ [`touchstone.config.${extension}`]: text });

      const { code, stderr } = await touchstone(TARGET, { cwd });

      expect(code).toBe(2);
      expect(stderr).toContain(`touchstone: ${join(cwd, `touchstone.config.${extension}`)}:${line}: ${problem}`);
      expect(stderr.trimEnd().split('\n')).toHaveLength(2);
    },
  );

  test.each([
    ['missing.yaml', '--config missing.yaml cannot be read: no such file or folder'],
    ['config.toml', '--config config.toml has an unknown extension'],
    ['folder.json', '--config folder.json cannot be read: it is a folder'],
    ['zero.yaml', '--config zero.yaml is larger; the limit of a config file is 1 MB'],
    ['zero.mjs', '--config zero.mjs is larger; the limit of a config file is 1 MB'],
    ['circle.yaml', '--config circle.yaml cannot be read: its links lead in a circle'],
  ])('about the file itself is printed: %s', async (file, problem) => {
    const cwd = folder({ 'config.toml': '' });
    mkdirSync(join(cwd, 'folder.json'));
    for (const name of ['zero.yaml', 'zero.mjs']) symlinkSync('/dev/zero', join(cwd, name));
    symlinkSync('circle.yaml', join(cwd, 'circle.yaml'));

    const { code, stderr } = await touchstone([...TARGET, '--config', file], { cwd });

    expect(code).toBe(2);
    expect(stderr).toContain(problem);
  });

  test.each([
    ['touchstone.config.yaml', 'rules: &a [*a]\n', 'its aliases have no end, or are too many'],
    [
      'touchstone.config.yaml',
      `a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n${Array.from({ length: 8 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n}, `.repeat(9)}*a${n}]\n`).join('')}`,
      'its aliases have no end, or are too many',
    ],
    ['touchstone.config.json', '['.repeat(100_000), 'it is nested deeper than 1000 levels'],
    ['touchstone.config.json', ' '.repeat(1024 * 1024 + 1), 'the limit of a config file is 1 MB'],
    ['touchstone.config.mjs', 'throw undefined;\n', 'cannot be loaded: undefined'],
    [
      'touchstone.config.mjs',
      'throw { toString() { throw 1; } };\n',
      'cannot be loaded: it threw what cannot be printed',
    ],
    ['touchstone.config.mjs', 'export default { get seed() { throw new Error("no"); } };\n', 'cannot be read: no'],
    ['touchstone.config.mjs', `export default ${'['.repeat(100_000)}`, 'cannot be loaded'],
    ['touchstone.config.yaml', '['.repeat(1001), 'it is nested deeper than 1000 levels'],
    ['touchstone.config.yaml', '- '.repeat(1001), 'it is nested deeper than 1000 levels'],
    ['touchstone.config.yaml', '- a\n'.repeat(170_000), 'it has more than 500000 words and signs'],
    ['touchstone.config.yaml', 'seed: 1\nheaders:\n  a: b\n  "a": c\n', ':4: not valid YAML: Map keys must be unique'],
  ])('that cannot be read as %s is a usage error', async (name, text, problem) => {
    const { code, stderr } = await touchstone(TARGET, { cwd: folder({ [name]: text }) });

    expect(code).toBe(2);
    expect(stderr).toContain(name);
    expect(stderr).toContain(problem);
  });

  test('about a folder with the name of a config file is printed', async () => {
    const cwd = folder();
    mkdirSync(join(cwd, 'touchstone.config.yaml'));

    const { code, stderr } = await touchstone(TARGET, { cwd });

    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('touchstone.config.yaml cannot be read: it is a folder'),
    ]);
  });

  test('that awaits what never comes is a usage error', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const cwd = folder({ 'touchstone.config.mjs': 'await new Promise(() => {});\n' });
      const run = touchstone(TARGET, { cwd });
      let ended = false;
      void run.finally(() => {
        ended = true;
      });
      while (!ended) {
        vi.advanceTimersByTime(1000);
        await new Promise((resolve) => setImmediate(resolve));
      }
      const { code, stderr } = await run;
      expect(code).toBe(2);
      expect(stderr).toContain('touchstone.config.mjs: cannot be loaded: it has not finished loading after 10 s');
    } finally {
      vi.useRealTimers();
    }
  });
});
