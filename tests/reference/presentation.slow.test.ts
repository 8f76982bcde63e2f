import { describe, expect, it } from 'vitest';
import { drawPresentations } from '../../reference/variants/presentation.js';
import { checkReference } from '../conformance/check-reference.js';
import { oneIn } from '../one-in.js';

describe('presentations that change from request to request', () => {
  it.each(oneIn(2, [1, 2]))('are not accused, with the seed %i', async (seed) => {
    const sizes = { applications: 14, users: 40, subscriptions: 6, agreements: 12, contracts: 11 };
    const report = await checkReference({ reference: { sizes, drawn: drawPresentations(seed) } });

    expect(report.checks.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toEqual([]);
    expect(report.verdict).toBe('conforms');
  });
});
