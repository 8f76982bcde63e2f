import { expect, it } from 'vitest';
import { variants } from '../../reference/variants/index.js';
import { checkReference } from '../conformance/check-reference.js';

const hooks = variants.find(({ id }) => id === 'some-records-do-not-show-values-that-they-are-found-by')?.hooks ?? [];

it.each([
  ['getApplications', 'sort.grammar'],
  ['getUsers', 'filter.grammar'],
  ['getAgreements', 'filter.grammar'],
])('%s/%s is not decided by records that do not show the value by which they are found', async (operation, rule) => {
  const { checks } = await checkReference({
    reference: { hooks },
    options: { operations: [operation], rules: [rule] },
  });

  expect(checks.find(({ id }) => id === `${operation}/${rule}`)).toMatchObject({
    outcome: 'inconclusive',
    reason: expect.stringMatching(/^records that show no \w+ may have one, by which the target sorts or filters them$/),
  });
});

it.each(['getUserApplications', 'getSubscriptionInsightUsers'])(
  'a filter of %s shows such values where the list cannot be sorted',
  async (operation) => {
    const unsorted = variants.find(({ id }) => id === 'users-alone-can-be-sorted')?.hooks ?? [];
    const { checks } = await checkReference({
      reference: { hooks: [...hooks, ...unsorted] },
      options: { operations: [operation], rules: ['filter.grammar', 'filter.every-value'] },
    });

    expect(checks.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  },
);
