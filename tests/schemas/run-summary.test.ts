import { expect, test } from 'vitest';
import { countChecks, percentage, summaryOf } from '../../schemas/run-summary.js';
import { failedCheck, sampleCheck, sampleRun } from '../reporters/sample-run.js';

const CHECKS = [
  sampleCheck(),
  failedCheck(),
  failedCheck({ accepted: true }),
  failedCheck({ level: 'should' }),
  sampleCheck({ level: 'should' }),
  ...(['inconclusive', 'not-applicable', 'excluded', 'error'] as const).map((outcome) => sampleCheck({ outcome })),
];

test('every check is counted once, by its outcome, level and acceptance', () => {
  expect({ ...countChecks(CHECKS) }).toEqual({
    passed: 2,
    failed: 1,
    warnings: 1,
    accepted: 1,
    inconclusive: 1,
    notApplicable: 1,
    excluded: 1,
    errors: 1,
    must: { applicable: 5, decided: 3 },
  });
});

test('a share is 100% only if it is complete', () => {
  expect(percentage({ applicable: 3000, decided: 2999 })).toBe('99.9%');
  expect(percentage({ applicable: 3000, decided: 3000 })).toBe('100%');
  expect(percentage({ applicable: 0, decided: 0 })).toBe('0%');
});

test('an operation is tested if the report says so, and in older reports if it was exercised', () => {
  const [exercised, explained] = sampleRun().operations as [never, never];
  const operations = [
    { ...(exercised as object), tested: false },
    { ...(explained as object), tested: true },
    exercised,
  ];

  expect(summaryOf(sampleRun({ operations: operations as never })).operations.tested).toBe(2);
});
