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
