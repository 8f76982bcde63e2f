import { describe, expect, it } from 'vitest';
import { settle, verdictProblem } from '../../conformance/host/settle.js';
import { failedCheck, sampleCheck, sampleRun } from '../reporters/sample-run.js';

const ID = 'getUsers/paging.total-pages';

describe('the test of a check', () => {
  it('passes if the check passes', () => {
    expect(settle(sampleRun(), ID)).toEqual({ kind: 'pass' });
  });

  it('fails with the requirement and the finding', () => {
    const settled = settle(sampleRun({ checks: [failedCheck()] }), ID);
    expect(settled).toMatchObject({ kind: 'fail', text: expect.stringMatching(/^Requirement: paging.total-pages/) });
    expect(settled).toMatchObject({ text: expect.stringContaining('curl -sSi') });
  });

  it('fails if the run has no result for the check', () => {
    expect(settle(sampleRun({ checks: [] }), ID)).toEqual({ kind: 'fail', text: `the run has no result for ${ID}` });
  });

  it('fails for a fault of touchstone', () => {
    const checks = [sampleCheck({ outcome: 'error', reason: 'internal error in touchstone: oops' })];
    expect(settle(sampleRun({ checks }), ID)).toEqual({ kind: 'fail', text: 'internal error in touchstone: oops' });
  });

  it('is skipped on a warning, and fails on it in a strict run', () => {
    const checks = [failedCheck({ level: 'should' })];
    expect(settle(sampleRun({ checks }), ID)).toMatchObject({
      kind: 'skip',
      reason: expect.stringMatching(/^warning \(should\): /),
    });
    const selection = { ...sampleRun().selection, strict: true };
    expect(settle(sampleRun({ checks, selection }), ID)).toMatchObject({ kind: 'fail' });
  });

  it.each(['inconclusive', 'not-applicable'] as const)('is skipped with the reason where it is %s', (outcome) => {
    const checks = [sampleCheck({ outcome, reason: 'no record to check' })];
    expect(settle(sampleRun({ checks }), ID)).toEqual({ kind: 'skip', reason: `${outcome}: no record to check` });
  });
});

describe('the test of the verdict', () => {
  it.each(['inconclusive', 'does-not-conform'] as const)('fails if the run is %s', (verdict) => {
    const report = sampleRun({ verdict, verdictReason: 'nothing could be decided' });
    expect(verdictProblem(report)).toBe(`${verdict}: nothing could be decided`);
  });

  it('passes if the target conforms', () => {
    expect(verdictProblem(sampleRun())).toBeNull();
  });
});
