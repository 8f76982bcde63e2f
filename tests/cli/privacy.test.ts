import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { privacyOf } from '../../cli/privacy.js';
import { certified } from '../../engine/report/integrity.js';
import { renderJson } from '../../reporters/json.js';
import { failedCheck, sampleRun } from '../reporters/sample-run.js';
import { folder, touchstone } from './run-command.js';

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
    [{ bodies: ['sarif=some'] }, /mode "some" is unknown/],
    [{ masks: ['items'] }, /does not begin with a slash/],
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
});
