import { expect, it } from 'vitest';
import { record } from '../../reference/hooks.js';
import { checkReference } from '../conformance/check-reference.js';

/** The outcome of the check of the list of users, with these times. */
async function outcomeWith(times: () => object): Promise<string | undefined> {
  const { checks } = await checkReference({
    reference: { hooks: [record((one) => ({ ...one, ...times() }))] },
    options: { operations: ['getUsers'], rules: ['records.own-times'] },
  });
  return checks.find(({ id }) => id === 'getUsers/records.own-times')?.outcome;
}

const now = () => new Date().toISOString();

it('a time that is the present one in each response is reported', async () => {
  expect(await outcomeWith(() => ({ createdDate: now() }))).toBe('fail');
});

it('records that were created a moment ago keep their time', async () => {
  const start = now();
  expect(await outcomeWith(() => ({ createdDate: start }))).toBe('pass');
});

it('users who are online are active at the present time', async () => {
  expect(await outcomeWith(() => ({ createdDate: '2020-01-01T00:00:00Z', lastActive: now(), isOnline: true }))).toBe(
    'pass',
  );
});

it('too few times decide nothing', async () => {
  expect(await outcomeWith(() => ({ createdDate: null, lastActive: null }))).toBe('inconclusive');
});
