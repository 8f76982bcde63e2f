import { describe, expect, it } from 'vitest';
import { prove } from '../../proof/prove.js';

describe('a proof', () => {
  it('runs a pair of mutants together, and always the reference', async () => {
    const progress: string[] = [];
    const report = await prove({
      mutants: ['get-contract-types-asks-for-no-credential+get-contract-types-has-a-total'],
      onProgress: ({ check }) => progress.push(check),
    });

    expect(report).toMatchObject({ proven: true, whole: false, runs: 2, falseAccusations: [] });
    expect(report.mutants[0]?.caughtBy).toEqual(['authorization.required', 'paging.total-items']);
    expect(progress.toSorted()).toEqual([
      'get-contract-types-asks-for-no-credential+get-contract-types-has-a-total',
      'reference',
    ]);
  }, 120_000);
});
