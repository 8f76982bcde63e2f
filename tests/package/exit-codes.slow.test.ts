import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import {
  type Ended,
  emptyFolder,
  MAIN,
  oneTotalPageTooMany,
  readJson,
  runProgram,
  serve,
  touchstone,
} from './command.js';
import { assertReport } from './report-schema.js';

const QUICK = ['--operation', 'getUsers', '--rule', 'paging.*', '--rule', 'records.*'];
/** A line of a stack trace. */
const STACK = /^\s+at .*(:\d+|<anonymous>)\)?$/m;

function expectNoStack({ stdout, stderr }: Ended): void {
  expect(stdout).not.toMatch(STACK);
  expect(stderr).not.toMatch(STACK);
}

describe('the exit code', () => {
  it('is 0 if the embedded reference conforms', async () => {
    const ended = await touchstone(['check', '--reference', ...QUICK]);
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('CONFORMS') });
    expect(ended.stdout).toContain('the embedded reference implementation');
    expectNoStack(ended);
  });

  it('is 1 if the target does not conform', async () => {
    const { target } = await serve({ hooks: [oneTotalPageTooMany] });
    const ended = await touchstone(['check', ...target, ...QUICK]);
    expect(ended).toMatchObject({ code: 1, stdout: expect.stringContaining('getUsers/paging.total-pages') });
    expectNoStack(ended);
  });

  it.each([
    ['an option that is none', ['check', '--tokn', 'x'], '--token'],
    ['a URL that is none', ['check', '--base-url', 'not a url'], 'is not a valid URL'],
    ['a rule that is none', ['check', '--reference', '--rule', 'pagin.*'], 'no rule matches'],
    [
      'a report that cannot be written',
      ['check', '--reference', '--report', 'json=/no/such/folder/report.json'],
      '/no/such/folder',
    ],
    [
      'a journal in a folder that cannot be made',
      ['check', '--reference', '--allow-writes', '--journal', '/proc/nope/j'],
      '/proc/nope/j',
    ],
    ['a missing config file', ['check', '--config', 'missing.yaml'], 'missing.yaml'],
    ['an unknown command', ['chek'], 'check'],
  ])('is 2 for %s', async (_what, argv, message) => {
    const ended = await touchstone(argv);
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
    expectNoStack(ended);
  });

  it('is 2 for a config with a typo, with a suggestion', async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 'touchstone.config.yaml'), 'baseURL: http://127.0.0.1:1\n');
    const ended = await touchstone(['check'], { cwd });
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('baseUrl') });
    expectNoStack(ended);
  });

  it('is 3 if no server responds', async () => {
    const ended = await touchstone(['check', '--base-url', 'http://127.0.0.1:1', ...QUICK]);
    expect(ended).toMatchObject({ code: 3, stdout: expect.stringContaining('INCONCLUSIVE') });
    expectNoStack(ended);
  });

  it('is 3 if the credentials are refused', async () => {
    const { url } = await serve();
    const ended = await touchstone(['check', '--base-url', url, '--token', 'another-token', ...QUICK]);
    expect(ended).toMatchObject({ code: 3, stdout: expect.stringContaining('401') });
    expectNoStack(ended);
  });

  it('is 3 if the target returns web pages', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const ended = await touchstone(['check', '--base-url', `http://127.0.0.1:${port}`, ...QUICK]);
    expect(ended.code).toBe(3);
    expectNoStack(ended);
  });

  it('is 3 if there is no record to check', async () => {
    const sizes = { applications: 0, users: 0, subscriptions: 0, agreements: 0, contracts: 0 };
    const { target } = await serve({ sizes });
    const ended = await touchstone(['check', ...target, ...QUICK]);
    expect(ended).toMatchObject({ code: 3, stdout: expect.stringContaining('INCONCLUSIVE') });
    expectNoStack(ended);
  });
});

describe('an interrupt', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('by %s ends with 130 and the partial report', async (signal) => {
    const { target } = await serve({ latencyMs: 40 });
    const file = join(emptyFolder(), 'report.json');
    let sent = false;
    const ended = await touchstone(['check', ...target, '--report', `json=${file}`], {
      onStderr: (text, kill) => {
        if (sent || !/[1-9]\d* of /.test(text)) return;
        sent = true;
        kill(signal);
      },
    });
    expect(ended).toMatchObject({ code: 130, stdout: expect.stringContaining('INTERRUPTED') });
    expectNoStack(ended);
    const report = readJson(file) as RunReport;
    assertReport(report);
    expect(report.interrupted).toBe(true);
    expect(report.verdict).toBe('inconclusive');
    expect(report.checks.some(({ outcome }) => outcome === 'pass')).toBe(true);
    expect(report.checks.some(({ outcome }) => outcome === 'inconclusive')).toBe(true);
  });
});

describe('a signal before a run begins', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends with 130 at once', async (signal) => {
    const cwd = emptyFolder();
    // The process sends itself the signal while it loads its config.
    const config = `process.kill(process.pid, '${signal}');\nawait new Promise((resolve) => setTimeout(resolve, 60_000));\n`;
    writeFileSync(join(cwd, 'touchstone.config.ts'), `${config}export default {};\n`);

    expect(await touchstone(['check'], { cwd })).toEqual({ code: 130, signal: null, stdout: '', stderr: '' });
  });
});

describe('a closed output pipe', () => {
  it.each([
    ['list', 'list clauses --json'],
    ['check', 'check --reference --operation getUsers --seed 1'],
  ])('does not make %s crash', async (_command, words) => {
    const script = `"$0" "$1" ${words} | head -c 1 >/dev/null; echo "\${PIPESTATUS[0]}"`;
    const ended = await runProgram('bash', ['-c', script, process.execPath, MAIN]);
    expect(ended.stdout.trim()).toBe('0');
    expect(ended.stderr).not.toMatch(/EPIPE|fault/);
    expectNoStack(ended);
  });
});

it.skipIf(!existsSync('/dev/full'))('exits with 2 and names the way out if its output finds no space', async () => {
  const ended = await runProgram('sh', ['-c', 'exec "$@" > /dev/full', 'sh', process.execPath, MAIN, 'list']);

  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain('the output cannot be written: no space left on the disk\n  Free some space');
});

it.skipIf(process.platform === 'win32')('exits with 2 if the current folder was removed', async () => {
  const ended = await runProgram('sh', ['-c', 'rmdir "$PWD"; exec "$@"', 'sh', process.execPath, MAIN, 'list']);

  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toContain(
    'the current folder cannot be used: no such file or folder\n  Change to another folder.',
  );
});

it.skipIf(process.platform === 'win32')('keeps the mode of a report that it replaces', async () => {
  const cwd = emptyFolder();
  const report = join(cwd, 'run.json');
  writeFileSync(report, '');
  chmodSync(report, 0o640);
  await touchstone(
    [
      'check',
      '--reference',
      '--operation',
      'getUser',
      '--rule',
      'answers.json',
      '--quiet',
      '--report',
      `json=${report}`,
    ],
    {
      cwd,
    },
  );

  expect(statSync(report).size).toBeGreaterThan(0);
  expect(statSync(report).mode & 0o777).toBe(0o640);
});
