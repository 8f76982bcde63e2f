import { faker } from '@faker-js/faker';
import { expect, it } from 'vitest';
import type { Hook } from '../../reference/behaviour.js';
import { both, on, record } from '../../reference/hooks.js';
import { outcomeOf } from './check-reference.js';

const CHILDREN = 'getApplicationUsers';
const CHECK = `${CHILDREN}/relations.children`;

/** The outcome where the users of the application that the rule reads first have no, or only some, applications in common with it. */
async function outcomeWith(isKept: (place: number) => boolean) {
  let application = '';
  const learned: Hook = (steps) => ({
    perform: (context) => {
      if (context.operation.id === CHILDREN && application === '' && context.query.page_size === undefined)
        application = String(context.params.applicationId);
      return steps.perform(context);
    },
  });
  let place = 0;
  const users = new Map<string, boolean>();
  const inactive = on('getUserApplications', (steps) => ({
    collect: (context) => {
      const user = String(context.params.userId);
      if (!users.has(user)) users.set(user, isKept(place++));
      const own = steps.collect(context);
      return users.get(user) === true ? own : own.filter(({ id }) => id !== application);
    },
  }));
  return outcomeOf(CHECK, [inactive, learned]);
}

it.each([
  ['none', () => false],
  ['only some', (place: number) => place % 2 === 0],
] as const)('is inconclusive where %s of the users of an application are in the list of it', async (_what, isKept) => {
  // One list may be of those who are assigned, and the other of those who are active.
  expect(await outcomeWith(isKept)).toBe('inconclusive');
});

it('fails if no list of the reverse has anything in it', async () => {
  const empty = on('getUserApplications', () => ({ collect: () => [] }));
  expect(await outcomeOf(CHECK, [empty])).toBe('fail');
});

/** One application, with users on several pages. */
const many = { sizes: { applications: 1, users: 300 } };

/** About half of the users of the application have no applications. */
const half = on('getUserApplications', (steps) => ({
  collect: (context) => (/[02468ace]$/i.test(String(context.params.userId)) ? [] : steps.collect(context)),
}));

const shuffled: Hook = (steps) => ({ collect: (context) => faker.helpers.shuffle(steps.collect(context)) });
const backwards: Hook = (steps) => ({ collect: (context) => steps.collect(context).toReversed() });
/** Another order for the first request for the second page. */
const movedOnce = (): Hook => {
  let isMoved = false;
  return (steps) => ({
    collect: (context) => {
      if (isMoved || context.query.page_number !== '2') return steps.collect(context);
      isMoved = true;
      return steps.collect(context).toReversed();
    },
  });
};
const inCapitals = record((user) => ({ ...user, id: String(user.id).toUpperCase() }));
const withoutSome: Hook = (steps) => ({
  collect: (context) => steps.collect(context).filter((_user, index) => index % 5 > 0),
});

it.each([
  ['inconclusive where it is as it should be', [], many, 'inconclusive'],
  ['inconclusive where it has another order for each request', [on(CHILDREN, shuffled)], many, 'inconclusive'],
  ['inconclusive where its ids are in capitals', [on(CHILDREN, inCapitals)], many, 'inconclusive'],
  [
    'inconclusive where it is read in part',
    [on(CHILDREN, backwards)],
    { sizes: { applications: 1, users: 5000 } },
    'inconclusive',
  ],
  ['a failure where it lacks a fifth of them', [on(CHILDREN, withoutSome)], many, 'fail'],
  ['a failure where it also moves once', [on(CHILDREN, both(withoutSome, movedOnce()))], many, 'fail'],
] as const)('a list of users of whom half have no applications is %s', async (_what, hooks, reference, outcome) => {
  faker.seed(1);
  expect(await outcomeOf(CHECK, [...hooks, half], reference)).toBe(outcome);
});
