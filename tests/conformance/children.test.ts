import { expect, it } from 'vitest';
import type { Hook } from '../../reference/behaviour.js';
import { on } from '../../reference/hooks.js';
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
