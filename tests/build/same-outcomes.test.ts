import { describe, expect, it } from 'vitest';
// @ts-expect-error a script without types
import { differentOutcomes } from '../../build/same-outcomes.mjs';

const reportOf = (outcomes: Readonly<Record<string, string>>) => ({
  checks: Object.entries(outcomes).map(([id, outcome]) => ({ id, outcome })),
});

describe('the comparison of outcomes', () => {
  it('finds nothing in two reports with the same outcomes, in whatever order', () => {
    expect(differentOutcomes(reportOf({ a: 'pass', b: 'fail' }), reportOf({ b: 'fail', a: 'pass' }))).toEqual([]);
  });

  it('finds each check whose outcome differs, and those that one report lacks', () => {
    const before = reportOf({ a: 'pass', b: 'pass', c: 'inconclusive', gone: 'pass' });
    const after = reportOf({ a: 'pass', b: 'not-applicable', c: 'pass', added: 'fail' });

    expect(differentOutcomes(before, after)).toEqual([
      'b: pass -> not-applicable',
      'c: inconclusive -> pass',
      'gone: pass -> absent',
      'added: absent -> fail',
    ]);
  });
});
