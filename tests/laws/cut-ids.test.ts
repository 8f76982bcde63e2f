import { expect, it } from 'vitest';
import { mutants } from '../../reference/mutants/index.js';
import { outcomeOf } from '../conformance/check-reference.js';

it.each([
  ['getUser', 'get-user'],
  ['getApplicationUsers', 'get-application-users'],
])('an id without its last digit is none that %s may find', async (operation, slug) => {
  const mutant = mutants.find(({ id }) => id === `an-id-without-its-last-digit-is-found-in-${slug}`);

  expect(await outcomeOf(`${operation}/errors.unknown-id`, mutant ? [mutant.hook] : [])).toBe('fail');
  expect(await outcomeOf(`${operation}/errors.unknown-id`, [])).toBe('pass');
});
