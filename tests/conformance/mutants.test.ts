import { describe, expect, it } from 'vitest';
import { checkReference, failures, idsOf } from './check-reference.js';
import { hookOf, mutants } from './mutants.js';

/** All rules but those over generated expressions, which have broken references of their own (query-mutants). */
const options = { rules: ['!(filter.grammar|filter.every-value|filter.collation|sort.grammar|sort.collation)'] };

describe('a reference with one defect', () => {
  it.each(mutants)('$operation: $name', async (mutant) => {
    const report = await checkReference({ reference: { hooks: [hookOf(mutant)] }, options });
    const { operation, rule, seenFrom = operation, also = [] } = mutant;
    const failed = idsOf(report, 'fail');

    expect(failed).toContain(`${seenFrom}/${rule}`);
    const related = new Set([rule, ...also]);
    expect(failures(report).filter((one) => !related.has(one.split(/[/:]/)[1] ?? ''))).toEqual([]);
    expect(idsOf(report, 'error')).toEqual([]);
  });
});
