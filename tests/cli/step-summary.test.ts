import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleRun } from '../reporters/sample-run.js';
import { folder, TARGET, touchstone } from './run-command.js';

const SHARD = { name: '1/2', plan: 'a'.repeat(64), command: 'x', answered: true, unjudged: null, stopped: null };

describe('the job summary of GitHub Actions', () => {
  it('gets the Markdown report after what other steps wrote', async () => {
    const cwd = folder({ 'summary.md': 'before\n' });
    const file = join(cwd, 'summary.md');

    await touchstone(TARGET, { cwd, env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file } });

    expect(readFileSync(file, 'utf8')).toMatch(/^before\n.*touchstone: conforms/s);
  });

  it.each<[string, Record<string, string>, Partial<Parameters<typeof sampleRun>[0]>]>([
    ['outside of GitHub', {}, {}],
    ['for a shard, which the merged report has', { GITHUB_ACTIONS: 'true' }, { shard: SHARD }],
  ])('is not written %s', async (_name, env, report) => {
    const cwd = folder();
    const file = join(cwd, 'summary.md');

    const world = { cwd, env: { ...env, GITHUB_STEP_SUMMARY: file }, check: async () => sampleRun(report) };
    await touchstone(TARGET, world);

    expect(existsSync(file)).toBe(false);
  });

  it('does not change the result of a run if it cannot be written', async () => {
    const cwd = folder();
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(cwd, 'missing', 'summary.md') };

    const { code, stderr } = await touchstone(TARGET, { cwd, env });

    expect(code).toBe(0);
    expect(stderr).toContain('the job summary could not be written: no such file or folder');
  });
});
