import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { check } from '../../conformance/check.js';
import { createReference, generateTenant } from '../../reference/index.js';
import { mutants } from '../../reference/mutants/index.js';
import { oneIn } from '../one-in.js';

const tenant = generateTenant({
  seed: 7,
  sizes: { applications: 14, users: 40, subscriptions: 6, agreements: 12, contracts: 11 },
});

/** Much of a run is waiting before it refuses an id. */
const limit = pLimit(4);

// A broken target is for the checks to judge, also where it refuses to read what it has.
test('no mutant that reads is refused for the ids of its own fixtures', async () => {
  const refused: string[] = [];
  const some = oneIn(
    24,
    mutants.filter(({ data }) => data !== 'writes'),
  );
  const tried = async ({ id, hook, operations }: (typeof some)[number]) => {
    const reference = createReference({ tenant, hooks: [hook] });
    const { url } = await reference.listen();
    const fixtures = Object.fromEntries(Object.entries(reference.fixtures).filter(([, given]) => given !== ''));
    const options = { operations, rules: ['answers.success-status'], budget: 'quick' as const, seed: 1 };
    await check({ baseUrl: url, token: reference.token, fixtures }, options).catch((error: unknown) => {
      refused.push(`${id}: ${(error as Error).message}`);
    });
    await reference.close();
  };
  await Promise.all(some.map((mutant) => limit(() => tried(mutant))));
  expect(refused).toEqual([]);
});
