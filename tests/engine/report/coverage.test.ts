import { describe, expect, it } from 'vitest';

import { areaCoverage, judgesRecords } from '../../../engine/report/coverage.js';
import { verdictOf } from '../../../engine/report/gate.js';
import { result } from '../checks.js';

describe('a check judges records', () => {
  it.each([
    ['records', true],
    ['several', true],
    ['answer', false],
    ['credential', false],
  ] as const)('if it needs them: %s', (need, expected) => {
    expect(judgesRecords(result('inconclusive', { needs: [need] }))).toBe(expected);
  });

  it('if one of its needs is records', () => {
    expect(judgesRecords(result('pass', { needs: ['credential', 'records'] }))).toBe(true);
    expect(judgesRecords(result('pass', { needs: [] }))).toBe(false);
  });

  it.each([
    ['pass', true],
    ['fail', true],
    ['inconclusive', true],
    ['error', true],
    ['excluded', false],
    ['not-applicable', false],
  ] as const)('if it ran or should have: %s', (outcome, expected) => {
    expect(judgesRecords(result(outcome))).toBe(expected);
  });
});

describe('the coverage of the areas', () => {
  it('is by the area of the lists, each once', () => {
    const results = [
      result('inconclusive', { operation: 'getUsers' }),
      result('pass', { operation: 'getApplications' }),
      result('inconclusive', { operation: 'getApplications', id: 'law.other' }),
      result('fail', { operation: 'getContracts' }),
    ];

    expect(areaCoverage(results)).toEqual([
      { area: 'users', uncovered: true },
      { area: 'applications', uncovered: false },
      { area: 'agreements', uncovered: false },
    ]);
  });

  it('does not depend on reads of single records, nor on checks that judge no records', () => {
    const results = [result('pass', { operation: 'getUser' }), result('pass', { needs: ['answer'] })];

    expect(areaCoverage(results)).toEqual([]);
  });

  it('decides the verdict if more than half of the areas are uncovered', () => {
    const judge = (...outcomes: ('pass' | 'inconclusive')[]) =>
      verdictOf({
        results: outcomes.map((outcome, index) =>
          result(outcome, { operation: ['getUsers', 'getApplications', 'getContracts'][index] ?? '' }),
        ),
        unjudged: null,
        answered: true,
        interrupted: false,
        strict: false,
      });

    expect(judge('pass', 'inconclusive').verdict).toBe('conforms');
    expect(judge('pass', 'pass', 'inconclusive').verdict).toBe('conforms');
    expect(judge('pass', 'inconclusive', 'inconclusive')).toEqual({
      verdict: 'inconclusive',
      reason: expect.stringContaining('in these areas: applications, agreements. Check a tenant'),
    });
  });
});
