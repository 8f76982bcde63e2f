import { describe, expect, it } from 'vitest';
import { estimate } from '../../conformance/estimate.js';
import { BUDGETS } from '../../options/choices.js';
import { checkReference } from './check-reference.js';

describe('the budget of a run', () => {
  it.each(BUDGETS)('limits the requests of %s to the printed maximum', async (budget) => {
    const options = { budget, operations: ['getUser*', 'getContract*'], seed: 3 };

    const report = await checkReference({ options });
    const announced = estimate(options);

    for (const { id, most } of announced.operations) {
      expect(report.operations.find((one) => one.id === id)?.requests, id).toBeLessThanOrEqual(most);
    }
    expect(report.requests.sent).toBeLessThanOrEqual(announced.total);
    expect(report.verdict).toBe('conforms');
    expect(report.selection.budget).toBe(budget);
  });
});
