import { describe, expect, test } from 'vitest';
import { renderConsole } from '../../reporters/console.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { failedCheck, sampleCheck, sampleFinding, sampleRun } from './sample-run.js';

const show = (report: Partial<RunReport>) => renderConsole(sampleRun(report), { color: false, width: 120 });
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1) ?? '';

describe('the summary of a run with a baseline', () => {
  test('lists accepted failures separately, with the reason, and reports that the target differs', () => {
    const accepted = { reason: 'known', ticket: 'T-1', expires: '2030-01-01' };
    const text = show({
      verdict: 'does-not-conform',
      gate: { state: 'green', reason: 'the baseline accepts all failures: 1 failed check' },
      baseline: { allowFixed: false, entries: [] },
      checks: [
        sampleCheck(),
        failedCheck({ rule: 'sort.asc', findings: [sampleFinding({ accepted })], accepted: true }),
      ],
    });

    expect(text).not.toContain('Failures');
    expect(text).toContain('Accepted (1)');
    expect(text).toContain('1 × known (until 2030-01-01, T-1)');
    expect(text).toMatch(/area +pass +fail +warning +accepted/);
    expect(lastLine(text)).toMatch(/^ACCEPTED DIFFERENCES ONLY {2}1 passed, 0 failed, 1 accepted, .* exit 0$/);
  });

  test('marks the accepted findings of a check that also has other findings', () => {
    const accepted = sampleFinding({ at: '/a', accepted: { reason: 'known', expires: '2030-01-01' } });
    const text = show({
      verdict: 'does-not-conform',
      checks: [failedCheck({ findings: [sampleFinding(), accepted] })],
    });

    expect(text).toContain('Failures (1)');
    expect(text.match(/Accepted {5}known \(until 2030-01-01\)/g)).toHaveLength(1);
  });

  test('lists the baseline entries to remove', () => {
    const entry = { finding: '/a', level: 'must', reason: 'x', expires: '2020-01-01', accepts: [] } as const;
    const text = show({
      gate: { state: 'red', reason: 'the baseline is out of date' },
      baseline: {
        allowFixed: false,
        entries: [
          { ...entry, accepts: [], check: 'getUsers/a', expired: true, fixed: [] },
          { ...entry, accepts: [], check: 'getUsers/c', finding: '', expired: true, fixed: [] },
          { ...entry, accepts: [], check: 'get*/b', expired: false, fixed: ['getUsers/b', 'getUser/b'] },
        ],
      },
    });

    expect(text).toContain('Baseline: remove or renew these entries (3)');
    expect(text).toContain('getUsers/a at /a: expired after 2020-01-01');
    expect(text).toContain('getUsers/c at the whole body: expired');
    expect(text).toContain('get*/b at /a: no longer found in getUsers/b and 1 more');
    expect(lastLine(text)).toMatch(/^BASELINE OUT OF DATE .* exit 1$/);
  });
});
