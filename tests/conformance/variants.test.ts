import { describe, expect, it } from 'vitest';
import { variants } from '../../reference/variants/index.js';
import { checkReference, failures, idsOf } from './check-reference.js';

describe('a reference that chooses otherwise where the document is silent', () => {
  it.each(variants)('$family: $title', async ({ hooks, reference, target, reservations, verdict }) => {
    const report = await checkReference({ reference: { ...reference, hooks }, target });

    expect(failures(report, 'must')).toEqual([]);
    expect(idsOf(report, 'error')).toEqual([]);
    expect(
      failures(report, 'should').filter((one) => !reservations.rules.includes(one.split(/[/:]/)[1] ?? '')),
    ).toEqual([]);
    expect(report.verdict).toBe(verdict);
  });
});
