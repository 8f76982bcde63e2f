import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { certified } from '../../engine/report/integrity.js';
import { renderJson } from '../../reporters/json.js';
import { failedCheck, sampleExchange, sampleRun } from '../reporters/sample-run.js';
import { folder, touchstone } from './run-command.js';

const files = {
  'one.json': renderJson(certified(sampleRun())),
  'two.json': renderJson(certified(sampleRun({ verdict: 'does-not-conform', checks: [failedCheck()] }))),
};

describe('touchstone matrix', () => {
  it('prints Markdown with a column for each file', async () => {
    const { code, stdout } = await touchstone(['matrix', 'one.json', 'two.json'], { cwd: folder(files) });

    expect(code).toBe(0);
    expect(stdout).toMatch(/^# Implementations\n[\s\S]*<code>one<\/code>[\s\S]*<code>two<\/code>/);
    expect(stdout).toMatch(/\| result \| conforms \| does not conform \|/);
  });

  it('writes a page and JSON', async () => {
    const cwd = folder(files);

    const { code } = await touchstone(
      ['matrix', 'one.json', 'two.json', '--report', 'html=m.html', '--report', 'json=m.json'],
      { cwd },
    );

    expect(code).toBe(0);
    expect(readFileSync(join(cwd, 'm.html'), 'utf8')).toMatch(/^<!doctype html>/);
    expect(JSON.parse(readFileSync(join(cwd, 'm.json'), 'utf8'))).toMatchObject({
      implementations: [{ name: 'one' }, { name: 'two' }],
    });
  });

  it('shows no personal value of a target', async () => {
    const observation = (value: string) => ({ clause: 'sort.collation', operation: 'getUsers', value, exchange: 'x1' });
    const body = '{"items":[{"firstName":"Annegret","email":"annegret@customer.example"}]}';
    const exchanges = [
      sampleExchange({ response: { status: 200, headers: {}, body, bodyBytes: body.length, truncated: false } }),
    ];
    const personal = sampleRun({ observations: [observation('sorts annegret@customer.example first')], exchanges });
    const other = sampleRun({ observations: [observation('sorts by code point')] });
    const own = { 'a.json': renderJson(certified(personal)), 'b.json': renderJson(certified(other)) };

    const { stdout } = await touchstone(['matrix', 'a.json', 'b.json'], { cwd: folder(own) });

    expect(stdout).toContain('sorts by code point');
    expect(stdout).not.toMatch(/annegret/i);
  });

  it.each<[string[], RegExp]>([
    [['one.json'], /needs two run reports/],
    [['one.json', 'three.json'], /three\.json cannot be read/],
    [['one.json', 'two.json', '--report', 'pdf=x'], /not a known kind/],
  ])('exits with 2 for %j', async (argv, message) => {
    const { code, stderr } = await touchstone(['matrix', ...argv], { cwd: folder(files) });

    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
