import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { check } from '../../conformance/check.js';
import { createReference, generateTenant } from '../../reference/index.js';
import { mutants } from '../../reference/mutants/index.js';

const tenant = generateTenant({
  seed: 7,
  sizes: { applications: 14, users: 40, subscriptions: 6, agreements: 12, contracts: 11 },
});

/** One mutant of this many is tried; `TOUCHSTONE_EACH=1` tries all. */
const EACH = Number(process.env.TOUCHSTONE_EACH ?? 24);

/** Much of a run is waiting before it refuses an id. */
const limit = pLimit(4);

// A broken target is for the checks to judge, also where it refuses to read what it has.
test('no mutant that reads is refused for the ids of its own fixtures', async () => {
  const refused: string[] = [];
  const reading = mutants.filter(({ data }) => data !== 'writes');
  const some = reading.filter((_one, index) => index % EACH === 0);
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
