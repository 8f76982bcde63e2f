import { describe, expect, it } from 'vitest';
import { checkReference, failures } from './check-reference.js';
import { on } from './hooks.js';
import { queryMutants } from './query-mutants.js';

const SEEDS = [1, 2, 3];
const OPERATORS = /-(?:eq|ne|gt|ge|lt|le|contains|notcontains)\b/g;

describe('a query language with one defect, by three seeds', () => {
  it.each(queryMutants)('$operation: $name', async ({ operation, hook, rule, single = false }) => {
    for (const seed of SEEDS) {
      const options = { seed, operations: [operation], rules: ['filter.*', 'sort.*'] };
      const report = await checkReference({ reference: { hooks: [on(operation, hook)] }, options });
      const found = report.checks.filter(({ outcome }) => outcome === 'fail');

      const law = rule.slice(0, rule.indexOf('.') + 1);
      const rules = found.map((check) => check.rule).filter((one) => (single ? one.startsWith(law) : one === rule));
      expect(rules, `seed ${seed}`).not.toEqual([]);
      expect(report.checks.filter(({ outcome }) => outcome === 'error')).toEqual([]);
      if (!single) continue;
      const shown = found.flatMap(({ findings }) => findings.map(({ message }) => message));
      const smallest = shown.filter((message) => message.match(OPERATORS)?.length === 1);
      expect(smallest, failures(report).join()).not.toEqual([]);
    }
  });
});
