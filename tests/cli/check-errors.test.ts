import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../engine/target/usage-error.js';
import { sampleRun } from '../reporters/sample-run.js';
import { command, folder, TARGET, touchstone } from './run-command.js';

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

  test('is not what a signal makes of a finished run, whose reports are written all the same', async () => {
    const cwd = folder();
    // The first thing that is written after the run is the report on standard output.
    const world = command({ cwd, onOutput: (text) => text.startsWith('{') && world.interrupt() });

    const { code, stderr, exits } = await world.run(...TARGET, '--report', 'json=-', '--report', 'html=report.html');

    expect({ code, exits }).toEqual({ code: 130, exits: [] });
    expect(stderr).toContain('touchstone: interrupted: writing the reports');
    expect(readFileSync(join(cwd, 'report.html'), 'utf8')).toContain('</html>');
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
      /\n {4}at .*check-errors\.test\.ts/,
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
    [[...TARGET, '--timeout', '596h'], "argument '596h' is invalid", 'at most 480h'],
    [[...TARGET, '--timeout', '0'], "argument '0' is invalid", '30s'],
    [[...TARGET, '--seed'], "option '--seed <number>' argument missing", 'touchstone check --help'],
    [['chek', ...TARGET.slice(1)], 'unknown command chek', 'Did you mean "check"?'],
    [['--quiet', 'srve'], 'unknown command srve', 'Did you mean "serve"?'],
    [['check', 'now'], 'too many arguments', 'touchstone check --help'],
    [['list', 'rule'], "'rule' is invalid", 'operations, rules, clauses'],
    [['foo'], 'unknown command foo', 'See "touchstone --help".'],
    [
      ['watch', '--bail', '1'],
      'unknown option --bail',
      'It is an option of touchstone check, not of touchstone watch.',
    ],
    [
      ['check', '--every', '15m'],
      'unknown option --every',
      'It is an option of touchstone watch, not of touchstone check.',
    ],
    [[...TARGET, '--sdkjfhskjdfh'], 'unknown option --sdkjfhskjdfh', 'See "touchstone check --help".'],
    [['serve', '--prt', '1'], 'unknown option --prt', 'Did you mean "--port"?'],
  ])('an invalid argument is named, with a hint: %o', async (argv, problem, remedy) => {
    const { code, stderr, stdout, checks } = await touchstone(argv);

    expect({ code, stdout, checks }).toEqual({ code: 2, stdout: '', checks: [] });
    expect(stderr).toMatch(/^touchstone: /);
    expect(stderr).toContain(problem);
    expect(stderr).toContain(remedy);
  });
});
