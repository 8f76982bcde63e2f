import { expect, it } from 'vitest';
import { on, record } from '../../reference/hooks.js';
import type { Row } from '../../reference/model.js';
import { checkReference } from '../conformance/check-reference.js';

/** The outcome of the check of the users of an application, with these values in their list alone. */
async function outcomeWith(change: (user: Row, index: number) => object): Promise<string | undefined> {
  const hook = on(
    ['getApplicationUsers'],
    record((one, index) => ({ ...one, ...change(one, index) })),
  );
  const { checks } = await checkReference({
    reference: { hooks: [hook] },
    options: { operations: ['getApplicationUsers'], rules: ['relations.one-truth'] },
  });
  return checks.find(({ id }) => id === 'getApplicationUsers/relations.one-truth')?.outcome;
}

it('numbers that differ by one factor or one offset are those of the user in another unit', async () => {
  expect(await outcomeWith(({ userCostPerMonth: cost }) => ({ userCostPerMonth: Number(cost) * 100 }))).toBe('fail');
  expect(await outcomeWith(({ licenseCount: count }) => ({ licenseCount: Number(count) - 1 }))).toBe('fail');
});

it('numbers may be those of the application', async () => {
  expect(await outcomeWith(() => ({ licenseCount: 1, userCostPerMonth: 12.5, potentialSavings: 0 }))).toBe('pass');
  expect(await outcomeWith((_one, index) => ({ userCostPerMonth: (index * 7) % 31 }))).toBe('pass');
});

it('a status is spelled as in the list of users', async () => {
  expect(await outcomeWith(({ status }) => ({ status: String(status).toUpperCase() }))).toBe('fail');
});

it('words that a person may have typed, and words of their own, may be anything', async () => {
  expect(await outcomeWith(() => ({ roles: ['ADMIN'] }))).toBe('pass');
  expect(await outcomeWith(() => ({ employmentStatus: 'Contractor' }))).toBe('pass');
});
