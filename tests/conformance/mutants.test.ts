import { describe, expect, it } from 'vitest';
import { mutants } from '../../reference/mutants/index.js';
import { checkReference, idsOf } from './check-reference.js';

describe('a reference with one defect', () => {
  it.each(mutants)('$family: $title', async ({ hook, rules, seenFrom }) => {
    const report = await checkReference({ reference: { hooks: [hook] } });
    const named = seenFrom.flatMap((operation) => rules.map((rule) => `${operation}/${rule}`));

    expect(idsOf(report, 'fail').filter((id) => named.includes(id))).not.toEqual([]);
    expect(idsOf(report, 'error')).toEqual([]);
  });
});
