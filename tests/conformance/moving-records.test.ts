import { expect, it } from 'vitest';
import type { Hook } from '../../reference/behaviour.js';
import { on, record, where } from '../../reference/hooks.js';
import { outcomeOf } from './check-reference.js';

/** A list in the opposite order whenever a request for it is repeated. */
const turning: Hook = (steps) => {
  const known = new Set<string>();
  return {
    collect: (context) => {
      const all = steps.collect(context);
      if (known.has(context.url)) return all.toReversed();
      known.add(context.url);
      return all;
    },
  };
};

const renamed = record((one) => ({ ...one, name: `${one.name}!` }));
const readdressed = record((one) => ({ ...one, email: `x${one.email}` }));
const moved: Hook = (steps) => ({
  collect: (context) =>
    steps.collect(context).map((one, index) => (index === 1 ? { ...one, department: 'Another' } : one)),
});
const withoutDepartments = where(
  ({ query }) => Number(query.page_number ?? 1) > 1,
  record((one) => ({ ...one, department: null })),
);

const users = { applications: 1, users: 600 };

it.each([
  ['getApplication/relations.detail-agrees', 'getApplications', on('getApplication', renamed), { applications: 250 }],
  ['getApplicationUsers/relations.one-truth', 'getApplicationUsers', on('getUser', readdressed), users],
  ['getApplicationUsers/relations.one-truth', 'getApplicationUsers', on('getApplicationUsers', moved), users],
  [
    'getApplicationUsers/relations.same-record',
    'getApplicationUsers',
    on('getApplicationUsers', withoutDepartments),
    users,
  ],
] as const)('%s does not pass if a re-read does not show the record that differed', async (id, list, hook, sizes) => {
  expect(await outcomeOf(id, [hook], { sizes })).toBe('fail');
  expect(await outcomeOf(id, [hook, on(list, turning)], { sizes })).toBe('inconclusive');
});
