import { existsSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderReport } from '../../cli/report-kinds.js';
import { certified } from '../../engine/report/integrity.js';
import { REPORT_KINDS } from '../../options/choices.js';
import { renderJson } from '../../reporters/json.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { heldMemory } from '../held-memory.js';
import { failedCheck, sampleIncomplete, sampleRun } from '../reporters/sample-run.js';
import { folder, TARGET, touchstone } from './run-command.js';

const run = certified(sampleRun({ verdict: 'does-not-conform', checks: [failedCheck()] }));
const files = { 'run.json': renderJson(run) };

describe('touchstone report', () => {
  test.each(REPORT_KINDS)('writes the same %s as the run', async (kind) => {
    const cwd = folder(files);
    const { code, checks } = await touchstone(['report', 'run.json', `--${kind}`, 'out'], { cwd });
    expect([code, checks]).toEqual([0, []]);
    expect(readFileSync(join(cwd, 'out'), 'utf8')).toBe(await renderReport(kind, run, 'run.json'));
  });

  test('writes several at once, one of them to standard output', async () => {
    const cwd = folder(files);
    const { stdout } = await touchstone(['report', 'run.json', '--github', '-', '--har', 'run.har'], { cwd });
    expect(stdout).toMatch(/^::error title=touchstone%3A does not conform::/);
    expect(existsSync(join(cwd, 'run.har'))).toBe(true);
  });

  test('does not overwrite its input', async () => {
    const cwd = folder(files);
    const { code, stderr } = await touchstone(['report', 'run.json', '--junit', './run.json'], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining('run.json would be overwritten by its own report')]);
    expect(readFileSync(join(cwd, 'run.json'), 'utf8')).toBe(files['run.json']);
  });

  test.each([
    ['report', ['report', 'run.json', '--json', 'run.json']],
    ['report, through a link', ['report', 'run.json', '--json', 'link.json']],
    ['merge', ['merge', 'run.json', '--report', 'json=run.json']],
    ['merge of a folder', ['merge', '.', '--report', 'json=run.json']],
    ['matrix', ['matrix', 'run.json', 'other.json', '--report', 'json=./run.json']],
    ['power', ['power', 'run.json', '--base-url', 'https://target.example', '--report', 'json=run.json']],
  ])('is one of the commands that do not overwrite what they read: %s', async (_name, argv) => {
    const cwd = folder({ ...files, 'other.json': renderJson(run) });
    symlinkSync('run.json', join(cwd, 'link.json'));

    const { code, stderr, checks, merges } = await touchstone(argv, { cwd });

    expect([code, checks, merges]).toEqual([2, [], []]);
    expect(stderr).toMatch(/(?:run|link)\.json would be overwritten by its own report/);
    expect(readFileSync(join(cwd, 'run.json'), 'utf8')).toBe(files['run.json']);
  });

  test('prints the summary by default', async () => {
    const { stdout } = await touchstone(['report', 'run.json'], { cwd: folder(files) });
    expect(stdout).toMatch(/DOES NOT CONFORM .* exit 1\n$/);
  });

  test.each([
    [
      'is cut short',
      renderJson(run).slice(0, 900),
      /^touchstone: run\.json:\d+: not valid JSON: .* \(the file ends too early\)\n {2}Give the complete and unchanged file/,
    ],
    [
      'was edited',
      renderJson(run).replace('"seed": 42', '"seed": 43'),
      /run\.json was changed after it was written, at \/seed\n/,
    ],
    [
      'breaks the schema',
      renderJson(sampleRun()).replace('"must"', '"mist"'),
      /run\.json is not a valid run report .*; first error at \/checks\/0\/level\n/,
    ],
    [
      'lacks a member',
      renderJson(sampleRun()).replace('"strict": false,', ''),
      /run\.json is not a valid run report .*; first error at \/selection\/strict\n/,
    ],
    [
      'is of another version',
      '{"format": "touchstone.run-report/3", "touchstone": "3.0.0"}',
      /format touchstone\.run-report\/3 of touchstone 3\.0\.0; this version reads touchstone\.run-report\/2/,
    ],
    ['is another thing', '[1]', /run\.json is not a touchstone run report\n/],
    ['is empty', '', /run\.json:1: not valid JSON/],
  ])('refuses a report that %s, with its position, and overwrites nothing', async (_name, text, message) => {
    const cwd = folder({ 'run.json': text, out: 'mine' });
    for (const argv of [
      ['report', 'run.json', '--junit', 'out'],
      ['compare', 'run.json', 'run.json'],
      [...TARGET, '--compare', 'run.json'],
      ['baseline', 'run.json', '--reason', 'x', '--out', 'out2'],
    ]) {
      const { code, stderr, stdout, checks } = await touchstone(argv, { cwd });
      expect({ code, stdout, checks }).toEqual({ code: 2, stdout: '', checks: [] });
      expect(stderr).toMatch(message);
    }
    expect(readFileSync(join(cwd, 'out'), 'utf8')).toBe('mine');
    expect(readdirSync(cwd).sort()).toEqual(['out', 'run.json']);
  });

  test('refuses a report of 500 MB before it takes memory', async () => {
    const cwd = folder({ 'run.json': '' });
    truncateSync(join(cwd, 'run.json'), 500 * 1024 * 1024);
    const before = heldMemory();
    const { code, stderr } = await touchstone(['report', 'run.json', '--junit', 'out'], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining('run.json is 500 MB; the limit is 64 MB')]);
    expect(heldMemory() - before).toBeLessThan(450 * 1024 * 1024);
  });

  test('keeps the old file if a new one cannot be written', async () => {
    const cwd = folder({ ...files, 'out.xml': 'old' });
    const { code } = await touchstone(['report', 'run.json', '--junit', 'gone/out.xml', '--har', 'out.xml'], { cwd });
    expect(code).toBe(2);
    expect(readFileSync(join(cwd, 'out.xml'), 'utf8')).toBe('old');
  });
});

describe('touchstone compare', () => {
  const before = renderJson(sampleRun());

  test('exits 1 if the later run is worse and 0 otherwise', async () => {
    const cwd = folder({ ...files, 'before.json': before });
    const worse = await touchstone(['compare', 'before.json', 'run.json'], { cwd });
    expect(worse).toMatchObject({ code: 1, stdout: expect.stringMatching(/\nWORSE {2}1 check newly fails · /) });
    const better = await touchstone(['compare', 'run.json', 'before.json'], { cwd });
    expect(better).toMatchObject({ code: 0, stdout: expect.stringMatching(/\nNOT WORSE {2}0 newly failing, 1 fixed/) });
  });

  test('exits 3 if the later run is incomplete but not worse', async () => {
    const incomplete = sampleIncomplete();
    const cwd = folder({
      'before.json': before,
      'after.json': renderJson(sampleRun({ verdict: 'incomplete', incomplete })),
      'worse.json': renderJson(sampleRun({ verdict: 'does-not-conform', incomplete, checks: [failedCheck()] })),
    });

    expect(await touchstone(['compare', 'before.json', 'after.json'], { cwd })).toMatchObject({ code: 3 });
    expect(await touchstone(['compare', 'before.json', 'worse.json'], { cwd })).toMatchObject({ code: 1 });
  });

  test('exits 3 if the later run is inconclusive', async () => {
    const down = renderJson(sampleRun({ verdict: 'inconclusive', verdictReason: 'it cannot be reached' }));
    const cwd = folder({ 'before.json': before, 'down.json': down });
    expect(await touchstone(['compare', 'before.json', 'down.json'], { cwd })).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('\nINCONCLUSIVE  the later run is inconclusive · '),
    });
  });

  test('prints JSON', async () => {
    const { stdout } = await touchstone(['compare', 'before.json', 'run.json', '--json'], {
      cwd: folder({ ...files, 'before.json': before }),
    });
    expect(JSON.parse(stdout)).toMatchObject({
      result: 'worse',
      worse: ['1 check newly fails'],
      checks: { failing: [{ was: 'pass' }] },
    });
  });
});

describe('check --compare', () => {
  const check = async (now: Parameters<typeof sampleRun>[0], argv: readonly string[] = []) =>
    touchstone([...TARGET, '--compare', 'run.json', ...argv], {
      cwd: folder(files),
      check: async () => sampleRun(now),
    });

  test('uses the seed of the earlier run unless --seed overrides it', async () => {
    expect((await check({})).checks[0]?.options.seed).toBe(42);
    expect((await check({}, ['--seed', '7'])).checks[0]?.options.seed).toBe(7);
  });

  test('exits 0 for earlier failures and 1 for new ones', async () => {
    const failing: Partial<RunReport> = { verdict: 'does-not-conform', checks: [failedCheck()] };
    expect(await check(failing)).toMatchObject({ code: 0, stdout: expect.stringContaining('NOT WORSE') });
    const more: Partial<RunReport> = {
      verdict: 'does-not-conform',
      checks: [failedCheck(), failedCheck({ rule: 'sort.asc' })],
    };
    // The earlier run does not have the rule: touchstone is newer, the target is not worse.
    expect((await check(more)).code).toBe(0);
    const before = { 'run.json': renderJson(sampleRun()) };
    const worse = await touchstone([...TARGET, '--compare', 'run.json'], {
      cwd: folder(before),
      check: async () => sampleRun(failing),
    });
    expect(worse.code).toBe(1);
  });

  test('prints its own exit code in the summary and in Markdown, with the result of the comparison', async () => {
    const failing: Partial<RunReport> = { verdict: 'does-not-conform', checks: [failedCheck()] };
    const { code, stdout } = await check(failing, ['--report', 'markdown=-']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^DOES NOT CONFORM .* exit 0$/m);
    expect(stdout).not.toContain('exit 1');
    expect(stdout).toMatch(
      /^## .*\n\n.* · exit 0\n\n.*\n\nCompared with ` run\.json `: ` NOT WORSE {2}0 newly failing/m,
    );
  });

  test('does not excuse an inconclusive or interrupted run or an internal error', async () => {
    expect((await check({ verdict: 'inconclusive' })).code).toBe(3);
    expect((await check({ verdict: 'inconclusive', interrupted: true })).code).toBe(130);
    const incomplete = sampleIncomplete();
    expect((await check({ verdict: 'incomplete', incomplete })).code).toBe(3);
    expect((await check({ verdict: 'does-not-conform', incomplete, checks: [failedCheck({ rule: 'x' })] })).code).toBe(
      3,
    );
    const error = failedCheck({ outcome: 'error', findings: [], reason: 'it broke' });
    expect((await check({ verdict: 'does-not-conform', checks: [failedCheck({ rule: 'x' }), error] })).code).toBe(3);
  });

  test('applies a baseline as well', async () => {
    const gate = { state: 'red', reason: 'the baseline is old' } as const;
    expect((await check({ gate, baseline: { allowFixed: false, entries: [] } })).code).toBe(1);
  });
});

describe('a report file', () => {
  test('is never partial: the old file stays until the new one is complete', async () => {
    const cwd = folder({ 'report.json': 'old' });
    let seen = '';
    await touchstone([...TARGET, '--report', 'json=report.json'], {
      cwd,
      check: async () => {
        seen = readFileSync(join(cwd, 'report.json'), 'utf8');
        return run;
      },
    });
    expect(seen).toBe('old');
    expect(readFileSync(join(cwd, 'report.json'), 'utf8')).toBe(renderJson(run));
    writeFileSync(join(cwd, 'x'), '');
    expect(readdirSync(cwd).sort()).toEqual(['report.json', 'x']);
  });
});
