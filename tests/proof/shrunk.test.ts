import { describe, expect, it } from 'vitest';
import { mutants } from '../../reference/mutants/index.js';
import { checkReference, failures } from '../conformance/check-reference.js';

const OPERATORS = /-(?:eq|ne|gt|ge|lt|le|contains|notcontains)\b/g;
const SINGLE = [
  'eq-matches-a-prefix',
  'notcontains-is-contains',
  'gt-is-ge',
  'dates-are-compared-by-day',
  'a-boolean-never-differs',
];

describe('a filter that shows a defect of one operator', () => {
  it.each(SINGLE)('is shrunk to one comparison: %s', async (id) => {
    const mutant = mutants.find((one) => one.id === id);
    const report = await checkReference({
      reference: { hooks: mutant === undefined ? [] : [mutant.hook] },
      options: { operations: [...(mutant?.operations ?? [])], rules: ['filter.*'] },
    });
    const shown = report.checks.flatMap(({ findings }) => findings.map(({ message }) => message));
    const smallest = shown.filter((message) => message.match(OPERATORS)?.length === 1);

    expect(smallest, failures(report).join()).not.toEqual([]);
  });
});
