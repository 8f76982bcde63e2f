import { expect, it } from 'vitest';
import { on } from '../../reference/hooks.js';
import { Refusal } from '../../reference/refusal.js';
import { checkReference } from './check-reference.js';

const OPERATIONS = ['getAgreement', 'getAgreementPeriods'];

it('judges agreements that the caller may read, where the first ones are a 403', async () => {
  const refused = new Set<unknown>();
  const forbidden = on(OPERATIONS, (steps) => ({
    perform: (context) => {
      const [id] = Object.values(context.params);
      if (refused.size < 2) refused.add(id);
      if (refused.has(id)) throw new Refusal(403, 'not yours');
      return steps.perform(context);
    },
  }));

  const { checks } = await checkReference({
    reference: { hooks: [forbidden] },
    target: { fixtures: {} },
    options: { operations: OPERATIONS, rules: ['records.types', 'relations.own-periods'] },
  });
  const own = checks.filter(({ operation, outcome }) => OPERATIONS.includes(operation) && outcome !== 'excluded');

  expect(refused.size).toBe(2);
  expect(own.map(({ id, outcome, reason }) => [id, outcome, reason]).toSorted()).toEqual([
    ['getAgreement/records.types', 'pass', null],
    ['getAgreementPeriods/records.types', 'pass', null],
    ['getAgreementPeriods/relations.own-periods', 'pass', null],
  ]);
});
