import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failedCheck, sampleRun } from '../reporters/sample-run.js';
import { folder, TARGET, touchstone } from './run-command.js';

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

describe('options of reports', () => {
  test.each([
    [
      ['--bodies', 'junit=full', '--report', 'json=a.json'],
      '--bodies junit=full has no effect without a report of that kind',
    ],
    [['--mask', '/items/*/country'], '--mask has no effect without --report'],
    [
      ['--trace-url', 'https://traces.example/{traceId}', '--report', 'json=a.json'],
      '--trace-url has no effect without --report html=FILE or --report markdown=FILE',
    ],
  ])('that no report of the run has say so: %j', async (options, said) => {
    const { stderr, code } = await touchstone([...TARGET, ...options], { cwd: folder() });

    expect(stderr).toContain(said);
    expect(code).toBe(0);
  });

  test('that a report has say nothing', async () => {
    const masked = ['--bodies', 'html=none', '--mask', '/items/*/country', '--report', 'html=a.html'];
    const traced = ['--trace-url', 'https://traces.example/{traceId}'];
    const { stderr } = await touchstone([...TARGET, ...masked, ...traced], { cwd: folder() });

    expect(stderr).not.toContain('no effect');
  });
});

describe('report paths', () => {
  test.each([
    [
      'in a folder that does not exist',
      'json=missing/report.json',
      /missing\/report\.json: no such file or folder/,
      'Check that the folder exists',
    ],
    ['that are a folder', 'json=.', /it is a folder/, 'Give the name of a file in this folder.'],
    ['below a file', 'junit=file/report.xml', /a part of the path is not a folder/, 'Check that the folder exists'],
  ])('%s are refused before the run', async (_name, report, problem, hint) => {
    const { code, stderr, checks } = await touchstone([...TARGET, '--report', report], { cwd: folder({ file: '' }) });

    expect({ code, checks }).toEqual({ code: 2, checks: [] });
    expect(stderr).toMatch(problem);
    expect(stderr).toContain(hint);
  });

  test('that occur twice are refused', async () => {
    const { code, stderr } = await touchstone([...TARGET, '--report', 'json=a', '--report', 'junit=./a']);

    expect(code).toBe(2);
    expect(stderr).toContain('two reports have the same file');
  });

  test('that fail after the run do not hide the summary', async () => {
    const cwd = folder({ 'gone.json': '' });
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
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });
});
