import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderHtml } from '../../reporters/html.js';
import { renderJson } from '../../reporters/json.js';
import { failedCheck, sampleRun } from '../reporters/sample-run.js';
import { folder, TARGET, touchstone } from './run-command.js';

const run = sampleRun({ checks: [failedCheck()] });

describe('touchstone report', () => {
  it('makes the HTML report again from the run report, without asking anyone', async () => {
    const cwd = folder({ 'run.json': renderJson(run) });

    const { code, checks, stdout, stderr } = await touchstone(['report', 'run.json', '--html', 'out.html'], { cwd });

    expect({ code, checks, stdout, stderr }).toEqual({ code: 0, checks: [], stdout: '', stderr: '' });
    expect(readFileSync(join(cwd, 'out.html'), 'utf8')).toBe(renderHtml(run, 'run.json'));
  });

  it.each([
    ['no report that is asked for', ['report', 'run.json'], 'no report is asked for'],
    ['a file that is not there', ['report', 'none.json', '--html', 'old.html'], 'none.json cannot be read'],
    ['a run report that was cut short', ['report', 'cut.json', '--html', 'old.html'], 'cut.json'],
    ['a run report of another version', ['report', 'other.json', '--html', 'old.html'], '/format'],
    ['a folder that is not there', ['report', 'run.json', '--html', 'none/out.html'], 'cannot be written'],
    ['the run report as the place of the page', ['report', 'run.json', '--html', './run.json'], 'would be overwritten'],
  ])('refuses %s, and leaves what was there', async (_what, argv, told) => {
    const files = {
      'run.json': renderJson(run),
      'cut.json': renderJson(run).slice(0, 900),
      'other.json': renderJson({ ...run, format: 'touchstone.run-report/9' as never }),
      'old.html': 'old',
    };
    const cwd = folder(files);

    const { code, stderr } = await touchstone(argv, { cwd });

    expect(code).toBe(2);
    expect(stderr).toContain(told);
    expect(Object.fromEntries(readdirSync(cwd).map((file) => [file, readFileSync(join(cwd, file), 'utf8')]))).toEqual(
      files,
    );
  });
});

describe('touchstone check --report html=FILE', () => {
  it('writes the page, with the name of the run report for the commands on it', async () => {
    const cwd = folder();
    const argv = [...TARGET, '--report', 'html=page.html', '--report', 'json=here.json'];

    await touchstone(argv, { cwd, check: async () => run });

    expect(readFileSync(join(cwd, 'page.html'), 'utf8')).toBe(renderHtml(run, 'here.json'));
  });
});
