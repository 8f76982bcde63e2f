import { expect, it } from 'vitest';
import { on, record } from '../../reference/hooks.js';
import type { Row } from '../../reference/model.js';
import { checkReference } from '../conformance/check-reference.js';

/** The ids of applications in the subscriptions of a user are those of the subscriptions. */
const foreign = on(
  'getUserSubscriptions',
  record((one) => ({ ...one, applicationId: one.id })),
);
const named = (nameOf: (one: Row, index: number) => unknown) =>
  on(
    'getApplications',
    record((one, index) => ({ ...one, name: nameOf(one, index) })),
  );

it.each([
  ['the names are those of applications', [foreign], 'fail'],
  [
    'two applications have each name',
    [foreign, named((_one, index) => `App ${Math.floor(index / 2)}`)],
    'inconclusive',
  ],
  ['no application has the names', [foreign, named((_one, index) => `App ${index}`)], 'inconclusive'],
] as const)('with foreign ids of applications, if %s', async (_what, hooks, outcome) => {
  const { checks } = await checkReference({
    reference: { hooks: [...hooks] },
    options: { operations: ['getUserSubscriptions'], rules: ['relations.one-application'] },
  });

  expect(checks.find(({ id }) => id === 'getUserSubscriptions/relations.one-application')?.outcome).toBe(outcome);
});
