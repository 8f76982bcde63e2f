import { describe, expect, it } from 'vitest';
import { certified } from '../../engine/report/integrity.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { sampleRun } from '../reporters/sample-run.js';
import { folder, touchstone } from './run-command.js';

/** A report as an earlier version wrote it, with the certificate of that text. */
function formerReport(): string {
  const current = { ...sampleRun(), verdict: 'inconclusive' as const };
  const { certificate: _own, ...content } = JSON.parse(JSON.stringify(current)) as RunReport;
  const words = {
    format: 'touchstone.run-report/1',
    verdict: 'undecided',
    gate: { state: 'undecided', reason: 'none' },
  };
  const former = { ...content, ...words } as unknown as RunReport;
  return JSON.stringify(certified(former));
}

describe('a run report of the previous format', () => {
  it('is rendered in the current terms', async () => {
    const cwd = folder({ 'run.json': formerReport() });

    const { code, stdout } = await touchstone(['report', 'run.json', '--json', '-'], { cwd });

    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      format: 'touchstone.run-report/2',
      verdict: 'inconclusive',
      gate: { state: 'inconclusive' },
    });
  });

  it('can be compared with a current one', async () => {
    const cwd = folder({ 'run.json': formerReport() });

    const { code, stderr } = await touchstone(['compare', 'run.json', 'run.json'], { cwd });

    // Both runs are inconclusive.
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
  });

  it('verifies if it is unchanged and is refused if it was changed', async () => {
    const cwd = folder({
      'run.json': formerReport(),
      'changed.json': formerReport().replace('"verdict":"undecided"', '"verdict":"conforms"'),
    });

    expect((await touchstone(['verify', 'run.json'], { cwd })).code).toBe(0);
    const changed = await touchstone(['verify', 'changed.json'], { cwd });
    expect(changed.code).toBe(1);
    expect(changed.stdout + changed.stderr).toContain('/verdict');
  });
});
