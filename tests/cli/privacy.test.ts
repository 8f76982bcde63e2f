import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { privacyOf } from '../../cli/privacy.js';
import { renderReport } from '../../cli/report-kinds.js';
import { certified } from '../../engine/report/integrity.js';
import { renderJson } from '../../reporters/json.js';
import { maskedReport } from '../../reporters/masking/mask-report.js';
import { failedCheck, sampleExchange, sampleRun } from '../reporters/sample-run.js';
import { folder, TARGET, touchstone } from './run-command.js';

const DEPARTMENT = 'Zaunkoenig';

/** A run whose report names a department, which is masked only if that is asked for. */
function departmentRun(value = `sorts ${DEPARTMENT} first`) {
  const body = `{"items":[{"department":"${DEPARTMENT}"}]}`;
  const response = { status: 200, headers: {}, body, bodyBytes: body.length, truncated: false };
  return sampleRun({
    observations: [{ clause: 'sort.collation', operation: 'getUsers', value, exchange: 'x1' }],
    exchanges: [sampleExchange({ response })],
  });
}

const matrixFiles = () => ({
  'run.json': renderJson(certified(departmentRun())),
  'other.json': renderJson(certified(departmentRun('sorts by code point'))),
});

describe('what reports show of bodies', () => {
  it('is merged by kind, and the places of options replace those of the config', () => {
    const config = { bodies: { html: 'masked', har: 'none' }, masks: ['/a'] } as const;
    expect(privacyOf({ bodies: ['har=full'] }, { ...config, masks: ['/a'] })).toEqual({
      bodies: { html: 'masked', har: 'full' },
      patterns: ['/a'],
    });
    expect(privacyOf({ masks: ['/b'] }, { ...config, masks: ['/a'] }).patterns).toEqual(['/b']);
  });

  it.each([
    [{ bodies: ['sarfi=full'] }, /"sarfi" is not a known kind of report/],
    [{ bodies: ['badge=none'] }, /"badge" is not a known kind of report with bodies/],
    [{ bodies: ['sarif=some'] }, /mode "some" is unknown/],
    [{ masks: ['items'] }, /does not begin with a slash/],
    [{ masks: ['/items/*/a~b'] }, /"\/items\/\*\/a~b" contains a ~ that is no escape/],
  ])('is refused if it is not valid: %j', (flags, message) => {
    expect(() => privacyOf(flags)).toThrow(message);
  });

  it('can be chosen for a report that is made later', async () => {
    const run = certified(sampleRun({ verdict: 'does-not-conform', checks: [failedCheck()] }));
    const cwd = folder({ 'run.json': renderJson(run) });
    const ended = await touchstone(['report', 'run.json', '--html', 'out', '--bodies', 'html=none'], { cwd });
    const html = readFileSync(join(cwd, 'out'), 'utf8');
    expect(ended.code).toBe(0);
    const bodies = run.exchanges.flatMap(({ response }) => response?.body ?? []).filter((body) => body !== '');
    expect(bodies.length).toBeGreaterThan(0);
    for (const body of bodies) expect(html).not.toContain(JSON.stringify(body).slice(1, 20));
  });

  it.each(['masked', 'none'])('leaves a run report that other commands read: %s', async (mode) => {
    const run = certified(departmentRun());
    const cwd = folder();
    const argv = [...TARGET, '--report', 'json=run.json', '--bodies', `json=${mode}`, '--mask', '/**/department'];
    expect((await touchstone(argv, { cwd, check: async () => run })).code).toBe(0);

    const { code, stderr } = await touchstone(['report', 'run.json'], { cwd });

    expect([code, stderr]).toEqual([0, '']);
    expect(readFileSync(join(cwd, 'run.json'), 'utf8')).not.toContain(DEPARTMENT);
  });

  it('has its own certificate in the page from which it can be saved', async () => {
    const run = certified(departmentRun());
    const privacy = { bodies: { html: 'masked' }, patterns: ['/**/department'] } as const;
    const { certificate } = certified(maskedReport(run, { ...privacy, bodies: 'masked' }));

    const html = await renderReport('html', run, 'run.json', privacy);

    expect(html).toContain(certificate?.digest);
    expect(html).not.toContain(run.certificate?.digest);
  });

  it.each([
    ['report', ['report', 'run.json', '--har', 'out']],
    ['merge', ['merge', 'run.json', '--report', 'har=out']],
    ['matrix', ['matrix', 'run.json', 'other.json', '--report', 'markdown=out']],
  ])('comes from the config file too: %s', async (_command, argv) => {
    const report = async (files: Record<string, string>) => {
      const cwd = folder({ ...matrixFiles(), ...files });
      const { code, stderr } = await touchstone(argv, { cwd, mergeReports: async () => departmentRun() });
      expect([code, stderr]).toEqual([0, '']);
      return readFileSync(join(cwd, 'out'), 'utf8');
    };

    expect(await report({})).toContain(DEPARTMENT);
    const masked = await report({ 'touchstone.config.yaml': 'masks: ["/**/department"]\n' });
    expect(masked).toMatch(/masked(?:-|&#45;)1/);
    expect(masked).not.toContain(DEPARTMENT);
  });

  it('can be extended for a matrix', async () => {
    const argv = ['matrix', 'run.json', 'other.json', '--mask', '/**/department'];
    const { stdout } = await touchstone(argv, { cwd: folder(matrixFiles()) });

    expect(stdout).toMatch(/masked(?:-|&#45;)1/);
    expect(stdout).not.toContain(DEPARTMENT);
  });
});
