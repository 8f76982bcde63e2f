import { describe, expect, it } from 'vitest';
import { checkReference, failures, idsOf } from './check-reference.js';
import { variants } from './variants.js';

describe('a reference that chooses otherwise where the document is silent', () => {
  it.each(variants)('$name', async ({ hooks = [], reference = {}, reservations = [], verdict = 'conforms' }) => {
    const report = await checkReference({ reference: { ...reference, hooks } });
    const reserved = report.checks.filter((one) => one.outcome === 'fail' && one.level === 'should');

    expect(failures(report, 'must')).toEqual([]);
    expect(failures(report, 'should').filter((one) => !reservations.includes(one.split(/[/:]/)[1] ?? ''))).toEqual([]);
    expect([...new Set(reserved.map(({ rule }) => rule))].sort()).toEqual([...reservations].sort());
    expect(report.verdict).toBe(verdict);
    expect(idsOf(report, 'error')).toEqual([]);
  });
});
