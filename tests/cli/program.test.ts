import { describe, expect, test } from 'vitest';
import { TARGET, touchstone } from './run-command.js';

describe('help', () => {
  test('lists the commands and the exit codes', async () => {
    const { code, stdout } = await touchstone(['--help']);

    expect(code).toBe(0);
    for (const text of ['check', 'serve', 'list', 'Exit codes: 0 conforms']) expect(stdout).toContain(text);
  });

  test('of check explains the precedence of options', async () => {
    const { code, stdout } = await touchstone(['check', '--help']);

    expect(code).toBe(0);
    expect(stdout).toContain('Options override the config file, and --token overrides the environment.');
    for (const option of ['--base-url', '--wire-form', '--rps', '--report', '--no-color'])
      expect(stdout).toContain(option);
  });

  test('of an unknown command exits with 2', async () => {
    expect((await touchstone(['help', 'nothing'])).code).toBe(2);
  });
});

test('the version is that of the package', async () => {
  const { version } = (await import('../../package.json', { with: { type: 'json' } })).default;

  expect(await touchstone(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` });
});

describe('colours', () => {
  const RED_OR_GREEN = '\u001b[3';

  test.each([
    ['in a terminal', { tty: true }, [], true],
    ['where they are forced', { env: { FORCE_COLOR: '1' } }, [], true],
    ['not elsewhere', {}, [], false],
    ['not with --no-color', { tty: true, env: { FORCE_COLOR: '1' } }, ['--no-color'], false],
    ['not with NO_COLOR', { tty: true, env: { NO_COLOR: '1' } }, [], false],
    ['not where they are forced off', { tty: true, env: { FORCE_COLOR: '0' } }, [], false],
    ['not in a dumb terminal', { tty: true, env: { TERM: 'dumb' } }, [], false],
  ])('are used %s', async (_name, world, argv, colored) => {
    const { stdout } = await touchstone([...TARGET, ...argv], world);

    expect(stdout.includes(RED_OR_GREEN)).toBe(colored);
  });
});
