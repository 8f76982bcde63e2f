import { expect, it } from 'vitest';
import { type Simulated, simulate } from './simulate.js';

/** Choices of a target may rightly cause these: odd bodies and scopes that it accepts, and tasks that cannot be read at first. */
const WARNINGS = ['bulk.hostile-bodies', 'bulk.scope-except', 'tasks.readable'];

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

/** Tests that a run with writes restores everything, whatever the order in which tasks and requests end. */
export function testRestoresEverything(seeds: readonly number[]): void {
  it.each(seeds)('a run restores everything in whatever order tasks and requests end: seed %i', async (seed) => {
    const run = await simulate({ seed });

    expect(summaryOf(run), JSON.stringify(run.target.choices)).toEqual(clean);
  });

  it.each(seeds)('so does a run that may send bulk updates of all records: seed %i', async (seed) => {
    const run = await simulate({ seed, options: { allowScopeAll: true } });

    expect(summaryOf(run), JSON.stringify(run.target.choices)).toEqual(clean);
  });
}

/** The numbers from `first` to `last`. */
export const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_unused, index) => first + index);
