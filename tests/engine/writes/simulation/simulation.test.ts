import { expect, it } from 'vitest';
import { type Simulated, simulate } from './simulate.js';

/** More of them explore more orders: `TOUCHSTONE_SIMULATIONS=1000 npx vitest run tests/engine/writes/simulation`. */
const SEEDS = Number(process.env.TOUCHSTONE_SIMULATIONS ?? 40);
const seeds = Array.from({ length: SEEDS }, (_unused, index) => index + 1);

/** Choices of a target may rightly cause these: odd bodies that it accepts, and tasks that cannot be read at first. */
const WARNINGS = ['bulk.hostile-bodies', 'tasks.readable'];

/** What was left, what differs, and what was found. */
function summaryOf({ outcome, changed, journal }: Simulated) {
  const found = outcome.results.filter(
    (one) => one.outcome === 'error' || (one.outcome === 'fail' && !WARNINGS.includes(one.check.rule.id)),
  );
  return {
    left: outcome.restoration?.left,
    changed,
    unrestored: journal.unrestored().length,
    found: found.map(({ check, reason, evidence }) => `${check.id} ${reason ?? evidence[0]?.difference.message}`),
  };
}

const clean = { left: [], changed: [], unrestored: 0, found: [] };

it.each(seeds)('a run restores everything in whatever order tasks and requests end: seed %i', async (seed) => {
  const run = await simulate({ seed });

  expect(summaryOf(run), JSON.stringify(run.target.choices)).toEqual(clean);
});

it.each(seeds)('so does a run that may send bulk updates of all records: seed %i', async (seed) => {
  const run = await simulate({ seed, options: { allowScopeAll: true } });

  expect(summaryOf(run), JSON.stringify(run.target.choices)).toEqual(clean);
});
