import { appendFileSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { certified } from '../../engine/report/integrity.js';
import { renderJson } from '../../reporters/json.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { failedCheck, sampleCheck, sampleRun } from '../reporters/sample-run.js';
import { folder, TARGET, touchstone } from './run-command.js';

const SHARD = { name: '1/2', plan: 'a'.repeat(64), command: 'x', answered: true, unjudged: null, stopped: null };

/** Runs the check once for each report, with the same history. */
async function checked(cwd: string, ...reports: Partial<RunReport>[]): Promise<void> {
  for (const report of reports) {
    const { stderr, code } = await touchstone([...TARGET, '-q', '--history', 'past'], {
      cwd,
      check: async () => sampleRun(report),
    });
    expect([code === 2, stderr]).toEqual([false, '']);
  }
}

const at = (day: number) => ({ startedAt: `2026-01-0${day}T00:00:00.000Z` });
const BAD = { verdict: 'does-not-conform' as const, checks: [failedCheck()] };

describe('a history that is too large', () => {
  it.each([
    ['129 MB', (file: string) => truncateSync(file, 129 * 1024 * 1024), /is 129 MB; the limit is 128 MB/],
    ['a line of 5 MB', (file: string) => appendFileSync(file, 'x'.repeat(5 * 1024 * 1024)), /a line of more than 4 MB/],
  ])('(%s) is refused, and does not hide the result of a run', async (_what, grow, message) => {
    const cwd = folder();
    await checked(cwd, at(1));
    const [file = ''] = readdirSync(join(cwd, 'past'));
    grow(join(cwd, 'past', file));

    const read = await touchstone(['history', 'past'], { cwd });
    const run = await touchstone([...TARGET, '-q', '--history', 'past'], { cwd, check: async () => sampleRun(at(2)) });

    expect([read.code, read.stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(run.stdout).toMatch(/exit/);
    expect(run.stderr).not.toContain('internal error');
  });
});

describe('touchstone check --history', () => {
  it('appends a line for each run, and the list of checks once', async () => {
    const cwd = folder();

    await checked(cwd, at(1), { ...at(2), ...BAD }, at(3));

    const [file = '', ...others] = readdirSync(join(cwd, 'past'));
    const types = readFileSync(join(cwd, 'past', file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect(others).toEqual([]);
    expect(file).toMatch(/^target\.example-[0-9a-f]{6}\.jsonl$/);
    expect(types.filter((type) => type === 'run')).toHaveLength(3);
    expect(types.filter((type) => type === 'checks').length).toBeLessThanOrEqual(2);
  });

  it('keeps targets apart, and records no shard', async () => {
    const cwd = folder();
    const { target } = sampleRun();

    await checked(cwd, {}, { target: { ...target, baseUrl: 'https://other.example/x' } }, { shard: SHARD });

    expect(readdirSync(join(cwd, 'past'))).toHaveLength(2);
  });

  it.each(['past', 'past/deep/down'])('in a folder that cannot be made is refused before the run: %s', async (past) => {
    const { code, stdout, stderr, checks } = await touchstone([...TARGET, '-q', '--history', past], {
      cwd: folder({ past: 'a file, not a folder' }),
    });

    expect([code, stdout, checks]).toEqual([2, '', []]);
    expect(stderr).toMatch(
      /the history cannot be written to .*past.*: a part of the path is not a folder\n {2}Give --history/,
    );
  });

  it('cannot be written after the run: the summary is printed, and the exit code is 2', async () => {
    const files = { 'run.json': renderJson(certified(sampleRun())) };
    const end = /the history could not be written to .*past/;
    const cwd = folder(files);
    const check = async () => {
      writeFileSync(join(cwd, 'past'), 'a file, not a folder');
      return certified(sampleRun());
    };

    const checked = await touchstone([...TARGET, '-q', '--history', 'past'], { cwd, check });
    const merged = await touchstone(['merge', 'run.json', '--history', 'past'], { cwd });

    for (const { code, stdout, stderr } of [checked, merged]) {
      expect(code).toBe(2);
      expect(stdout).toContain('CONFORMS');
      expect(stderr).toMatch(end);
    }
  });

  it('writes a list of checks again that a crash cut off', async () => {
    const cwd = folder();
    await checked(cwd, at(1));
    const [file = ''] = readdirSync(join(cwd, 'past'));
    const path = join(cwd, 'past', file);
    const [list = ''] = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, list.slice(0, -5));

    await checked(cwd, at(2));

    expect((await touchstone(['history', 'past'], { cwd })).stdout).toContain('1 check passed whenever');
  });

  it('asks the run for the digests of the data', async () => {
    const { checks } = await touchstone([...TARGET, '--history', 'past']);

    expect(checks[0]?.options.dataDigests).toBe(true);
  });
});

describe('touchstone history', () => {
  it('prints the trends of each target', async () => {
    const cwd = folder();
    await checked(cwd, at(1), { ...at(2), ...BAD }, { ...at(3), checks: [sampleCheck()] });

    const { code, stdout } = await touchstone(['history', 'past'], { cwd });
    const json = await touchstone(['history', 'past', '--json'], { cwd });

    expect(code).toBe(0);
    expect(stdout).toContain('3 runs from 2026-01-01');
    expect(stdout).toMatch(/getUsers\/paging\.total-pages {2}1 of \d/);
    expect(JSON.parse(json.stdout)).toMatchObject([{ runs: 3, target: 'https://target.example/' }]);
  });

  it('writes a page', async () => {
    const cwd = folder();
    await checked(cwd, BAD);

    const { code } = await touchstone(['history', 'past', '--html', 'past.html'], { cwd });

    expect(code).toBe(0);
    expect(readFileSync(join(cwd, 'past.html'), 'utf8')).toMatch(
      /^<!doctype html>[\s\S]*getUsers\/paging\.total-pages/,
    );
  });

  it('reads the other lines of a file with a line that a crash cut off, and says so', async () => {
    const cwd = folder();
    await checked(cwd, at(1));
    const [file = ''] = readdirSync(join(cwd, 'past'));
    appendFileSync(join(cwd, 'past', file), '{"format":"touchstone.history/1","type":"ru');
    await checked(cwd, at(2));

    const { stdout, stderr } = await touchstone(['history', 'past'], { cwd });

    expect(stdout).toContain('2 runs');
    expect(stderr).toBe('touchstone: 1 line of past could not be read\n');
  });

  it.each([
    ['missing', {}],
    ['empty', { 'past/notes.txt': 'x' }],
    ['without runs', { 'past/x.jsonl': '{"format":"touchstone.history/1","type":"checks","id":"c","checks":[]}\n' }],
  ])('exits with 2 for a folder that is %s', async (_name, files: Record<string, string>) => {
    expect((await touchstone(['history', 'past'], { cwd: folder(files) })).code).toBe(2);
  });

  it('exits with 2 for a history that is a device or a pipe, which may have no end', async () => {
    const cwd = folder({ 'past/notes.txt': 'x' });
    symlinkSync('/dev/zero', join(cwd, 'past', 'zero.jsonl'));

    const { code, stderr } = await touchstone(['history', 'past'], { cwd });

    expect([code, stderr]).toEqual([2, expect.stringMatching(/zero\.jsonl is not a regular file/)]);
  });
});
