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

/** An application that is not on the first page of the list. */
const UNLISTED = 200;
const nameless = on(
  'getApplication',
  record((one) => ({ ...one, name: null })),
);
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

it.each([
  ['the name is that of the application with the id', ({ id, name }: Row) => [id, name], 'pass', []],
  ['the application has no name', ({ id }: Row) => [id, 'Another'], 'inconclusive', [nameless]],
  ['the name is another one', ({ id }: Row) => [id, 'Another'], 'fail', []],
  [
    'the id is that of no application, and the name that of a listed one',
    (_own: Row, first: Row) => [UNKNOWN, first.name],
    'fail',
    [],
  ],
  ['the id is that of no application, and no listed one has the name', () => [UNKNOWN, 'Another'], 'inconclusive', []],
] as const)('with an application that only a read by id shows, if %s', async (_what, copyOf, outcome, hooks) => {
  const copying = record((one: Row, _index, { tenant }) => {
    const [first, own] = [tenant.applications.records[0], tenant.applications.records[UNLISTED]];
    const [applicationId, applicationName] = copyOf({ ...own }, { ...first });
    return { ...one, applicationId, applicationName };
  });
  const { checks } = await checkReference({
    reference: {
      sizes: { applications: 250 },
      hooks: [on('getUserSubscriptions', copying), ...hooks],
    },
    options: { operations: ['getUserSubscriptions'], rules: ['relations.one-application'] },
  });

  expect(checks.find(({ id }) => id === 'getUserSubscriptions/relations.one-application')?.outcome).toBe(outcome);
});
