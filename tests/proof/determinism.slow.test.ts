import { describe, expect, it } from 'vitest';
import { mutants } from '../../reference/mutants/index.js';
import { variants } from '../../reference/variants/index.js';
import { checkReference } from '../conformance/check-reference.js';

/** How often, and on how many of each: TOUCHSTONE_DETERMINISM=10 is the whole test, which takes some minutes. */
const TIMES = Number(process.env.TOUCHSTONE_DETERMINISM ?? 1);
const OF_EACH = TIMES >= 10 ? 10 : 1;
/** One request at a time, chance has no part in it, so that one run is enough to compare the others with. */
const ALONE = TIMES >= 10 ? TIMES : 1;
const SIZES = { applications: 14, users: 40, subscriptions: 6, agreements: 12, contracts: 11 };

/** Some of many, from the whole of them. */
function spread<Value>(all: readonly Value[]): Value[] {
  const step = Math.floor(all.length / OF_EACH);
  return all.filter((_one, index) => index % step === 0).slice(0, OF_EACH);
}

// A live tenant and a busy one change with the clock; what meets under concurrency depends on it by nature.
const still = variants.filter(({ family, data, reference }) => family !== 'live' && data === 'few' && !reference.sizes);
const steady = mutants.filter(({ id }) => !id.includes('concurrency'));

const subjects = [
  { name: 'the reference', hooks: [], target: {} },
  ...spread(still.filter(({ chooses }) => !chooses.includes('answers.limits'))).map(({ id, hooks, target }) => ({
    name: id,
    hooks,
    target,
  })),
  ...spread(steady).map(({ id, hook }) => ({ name: id, hooks: [hook], target: {} })),
];

describe('the same seed', () => {
  it.each(subjects)(
    'gives the same outcome of every check, one request at a time and 32 at once: $name',
    async ({ hooks, target }) => {
      const outcomes: string[][] = [];
      for (const [concurrency, times] of [
        [1, ALONE],
        [32, TIMES],
      ] as const) {
        for (let time = 0; time < times; time += 1) {
          const report = await checkReference({
            reference: { hooks, sizes: SIZES },
            target,
            options: { seed: 11, concurrency },
          });
          outcomes.push(report.checks.map(({ id, outcome }) => `${id} ${outcome}`));
        }
      }
      for (const again of outcomes) expect(again).toEqual(outcomes[0]);
    },
    600_000,
  );
});
