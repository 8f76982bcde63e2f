import { expect, it } from 'vitest';
import type { Hook } from '../../reference/index.js';
import { checkReference } from '../conformance/check-reference.js';

type Query = Readonly<Record<string, string | readonly string[]>>;

/** The queries that a check of an operation sends. */
async function queriesAt(operation: string, rule: string, budget: 'standard' | 'thorough'): Promise<Query[]> {
  const sent: Query[] = [];
  const listening: Hook = (steps) => ({
    authorize: (context) => {
      if (context.operation.id === operation) sent.push(context.query);
      steps.authorize(context);
    },
  });
  const options = { operations: [operation], rules: [rule], budget };
  await checkReference({ reference: { hooks: [listening] }, options });
  return sent;
}

/** The negative numbers and fractions that `paging.invalid` sends to a list, with the parameter. */
async function numbersAt(operation: string, budget: 'standard' | 'thorough'): Promise<Set<string>> {
  const pairs = (await queriesAt(operation, 'paging.invalid', budget)).flatMap((query) => Object.entries(query));
  return new Set(pairs.map(([name, value]) => `${name}=${value}`).filter((pair) => /=(?:-1|1\.5)$/.test(pair)));
}

/** The first dates of the periods that `errors.valid-periods` sends, of those that a target may reject. */
async function unusualAt(operation: string, budget: 'standard' | 'thorough'): Promise<Set<string>> {
  const periods = (await queriesAt(operation, 'errors.valid-periods', budget)).map(({ fromDate, toDate }) =>
    [fromDate, toDate].map((date) => String(date).slice(0, 10)).join(' '),
  );
  return new Set(periods.filter((period) => UNUSUAL.includes(period)));
}

const UNUSUAL = ['2024-03-04 2024-03-04', '2015-01-01 2024-12-31', '1969-12-28 1970-01-04', '9999-12-24 9999-12-31'];

/** The credentials that a check of an operation sends, without the given one. */
async function credentialsAt(operation: string, budget: 'standard' | 'thorough'): Promise<Set<string>> {
  const sent = new Set<string>();
  const listening: Hook = (steps) => ({
    authorize: (context) => {
      if (context.operation.id === operation) sent.add(String(context.headers.authorization ?? 'none').trim());
      steps.authorize(context);
    },
  });
  const options = { operations: [operation], rules: ['authorization.status'], budget };
  await checkReference({ reference: { hooks: [listening], token: 'given' }, options });
  sent.delete('Bearer given');
  return sent;
}

it('lists that take a filter take turns with a wrong credential and one of another scheme, others get an empty one and one of another scheme, and the budget thorough has all', async () => {
  const [none, empty, wrong] = ['none', 'Bearer', 'Bearer touchstone-wrong-credential'];
  const basic = expect.stringMatching(/^Basic /);

  expect(await credentialsAt('getApplications', 'standard')).toEqual(new Set([none, basic]));
  expect(await credentialsAt('getUsers', 'standard')).toEqual(new Set([none, wrong]));
  expect(await credentialsAt('getSubscriptionUsers', 'standard')).toEqual(new Set([none, empty, basic]));
  expect(await credentialsAt('getApplication', 'standard')).toEqual(new Set([none, empty, basic]));
  expect(await credentialsAt('getApplication', 'thorough')).toEqual(new Set([none, empty, wrong, basic]));
});

it.each(['getApplications', 'getContractPeriods'])(
  'negative numbers and fractions are sent in both paging parameters of %s',
  async (operation) => {
    expect(await numbersAt(operation, 'standard')).toEqual(
      new Set(['page_number=-1', 'page_size=-1', 'page_number=1.5', 'page_size=1.5']),
    );
  },
);

it.each(['getApplications', 'getUsers'])(
  'one paging parameter of %s is empty, and the other one is given twice',
  async (operation) => {
    const queries = await queriesAt(operation, 'paging.invalid', 'standard');
    const odd = queries.flatMap((query) =>
      Object.entries(query).filter(([, value]) => value === '' || Array.isArray(value)),
    );
    expect(new Set(odd.map(([name]) => name))).toEqual(new Set(['page_number', 'page_size']));
  },
);

it.each(['getApplicationsOverviewKpis', 'getApplicationsKpis'])(
  'periods that a target may reject are sent to %s',
  async (operation) => {
    expect(await unusualAt(operation, 'standard')).toEqual(new Set(UNUSUAL));
  },
);
