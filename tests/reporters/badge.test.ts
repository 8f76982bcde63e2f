import { describe, expect, test } from 'vitest';
import { renderBadge, renderShields } from '../../reporters/badge.js';
import { hostileRun, MARK } from './hostile-run.js';
import { failedCheck, sampleFinding, sampleIncomplete, samplePower, sampleRun } from './sample-run.js';

const accepted = failedCheck({
  rule: 'sort.asc',
  findings: [sampleFinding({ accepted: { reason: 'known', expires: '2030-01-01' } })],
  accepted: true,
});
const baseline = { allowFixed: false, entries: [] };

describe('the badge', () => {
  test.each([
    ['conforms', sampleRun(), 'conforms', 'brightgreen'],
    [
      'conforms with warnings',
      sampleRun({ checks: [failedCheck({ level: 'should' })] }),
      'conforms, 1 warning',
      'brightgreen',
    ],
    ['fails', sampleRun({ verdict: 'does-not-conform', checks: [failedCheck()] }), '1 failed', 'red'],
    ['is incomplete', sampleRun({ verdict: 'incomplete', incomplete: sampleIncomplete() }), 'incomplete', 'yellow'],
    [
      'fails and is incomplete',
      sampleRun({ verdict: 'does-not-conform', checks: [failedCheck()], incomplete: sampleIncomplete() }),
      '1 failed, incomplete',
      'red',
    ],
    [
      'is strict and has warnings',
      sampleRun({
        verdict: 'does-not-conform',
        checks: [failedCheck({ level: 'should' })],
        selection: { ...sampleRun().selection, strict: true },
      }),
      '1 warning',
      'red',
    ],
    ['is inconclusive', sampleRun({ verdict: 'inconclusive' }), 'inconclusive', 'lightgrey'],
    ['measured its power', sampleRun({ power: samplePower() }), 'conforms, power 95.1%', 'brightgreen'],
    ['was interrupted', sampleRun({ interrupted: true }), 'conforms (interrupted)', 'lightgrey'],
    [
      'has accepted differences only',
      sampleRun({ verdict: 'does-not-conform', gate: { state: 'green', reason: '' }, baseline, checks: [accepted] }),
      'accepted differences only, 1 accepted',
      'yellow',
    ],
    ['has an old baseline', sampleRun({ gate: { state: 'red', reason: '' }, baseline }), 'baseline out of date', 'red'],
  ])('of a run that %s', (_name, run, message, color) => {
    expect(JSON.parse(renderShields(run))).toEqual({ schemaVersion: 1, label: 'conformance', message, color });
    expect(renderBadge(run)).toContain(`aria-label="conformance: ${message}"`);
  });

  test('contains no text from the target', () => {
    expect(renderShields(hostileRun())).not.toContain(MARK);
    expect(renderBadge(hostileRun())).not.toContain(MARK);
    expect(renderBadge(hostileRun())).toMatch(/^<svg .*<\/svg>\n$/s);
  });
});
