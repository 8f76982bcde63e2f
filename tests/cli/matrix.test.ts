import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { describe, expect, it } from 'vitest';
import { certified } from '../../engine/report/integrity.js';
import { renderJson } from '../../reporters/json.js';
import { implementationResult } from '../../schemas/generated/validators-touchstone.js';
import { failedCheck, sampleExchange, sampleRun } from '../reporters/sample-run.js';
import { folder, touchstone } from './run-command.js';

/** Why a value is no result file. */
function problemsOf(result: unknown): readonly unknown[] {
  const validate = implementationResult as unknown as ValidateFunction;
  return validate(result) ? [] : (validate.errors ?? []);
}

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

  it.each([
    ['one.json', 'one.json is given twice'],
    ['./one.json', 'one.json and ./one.json are the same run'],
    ['copy.json', 'one.json and copy.json are the same run'],
  ])('refuses the same run in %s', async (file, message) => {
    const cwd = folder({ ...files, 'copy.json': files['one.json'] });

    const { code, stdout, stderr } = await touchstone(['matrix', 'one.json', 'two.json', file], { cwd });

    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('refuses a file twice that has no certificate', async () => {
    const cwd = folder({ 'run.json': renderJson(sampleRun()) });

    expect((await touchstone(['matrix', 'run.json', 'run.json'], { cwd })).code).toBe(2);
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

  it('writes a site with a result file for each implementation, with its identity', async () => {
    const image = `registry.example/one@sha256:${'0'.repeat(64)}`;
    const one = { name: 'One', version: '4.2', contact: 'https://one.example/conformance', image };
    const cwd = folder({ ...files, 'who.yaml': JSON.stringify({ implementations: { one } }) });

    const { code, stdout } = await touchstone(
      ['matrix', 'one.json', 'two.json', '--site', 'site', '--identities', 'who.yaml'],
      { cwd },
    );

    expect([code, stdout]).toEqual([0, '']);
    const read = (file: string) => JSON.parse(readFileSync(join(cwd, 'site', file), 'utf8'));
    const [first, second] = [read('results/one.json'), read('results/two.json')];
    for (const result of [first, second]) expect(problemsOf(result)).toEqual([]);
    expect(first).toMatchObject({ identity: one, result: 'conforms', failed: [] });
    expect(first.report).toBe(JSON.parse(files['one.json']).certificate.digest);
    expect(second).toMatchObject({ identity: { name: 'two' }, failed: [failedCheck().id] });
    const page = readFileSync(join(cwd, 'site', 'index.html'), 'utf8');
    expect(page).toContain('href="results/two.json"');
    expect(page).toContain(image);
    expect(read('matrix.json').implementations[0].identity).toEqual(one);
  });

  it.each<[string, RegExp]>([
    [
      '{"implementations": {"one": {"version": "1"}}}',
      /who\.json is not a file of identities; first error at \/implementations\/one/,
    ],
    [
      '{"implementations": {"one": {"name": "1", "image": "one:latest"}}}',
      /first error at \/implementations\/one\/image/,
    ],
    ['{"implementations": {"three": {"name": "3"}}}', /names "three", which is no column/],
    ['[', /who\.json:1/],
  ])('exits with 2 for the identities %s', async (text, message) => {
    const argv = ['matrix', 'one.json', 'two.json', '--identities', 'who.json'];
    const { code, stderr } = await touchstone(argv, { cwd: folder({ ...files, 'who.json': text }) });

    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('writes no site with two columns of one name', async () => {
    const cwd = folder({ ...files, 'other/one.json': files['two.json'] });

    const { code, stderr } = await touchstone(['matrix', 'one.json', 'other/one.json', '--site', 'site'], { cwd });

    expect([code, stderr]).toEqual([2, expect.stringContaining('two run reports have the name one')]);
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
