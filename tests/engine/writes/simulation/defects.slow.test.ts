import { describe, expect, it } from 'vitest';
import { DEFECTS, STRICT } from './choices.js';
import { simulate } from './simulate.js';

const SEEDS = Number(process.env.TOUCHSTONE_SIMULATIONS ?? 1);
const seeds = Array.from({ length: SEEDS }, (_unused, index) => index + 1);
const strict = { ...STRICT, refusesNoChange: false };

type Defect = (typeof DEFECTS)[number];

/** Everything is restored in spite of these. */
const RESTORED: readonly Defect[] = [
  'an update is rejected and stored',
  'a bulk update ignores its filter',
  'a bulk update reaches one user more',
  'a bulk update without ids is rejected and carried out',
  'a task never becomes Complete',
  'the status of a task is a number',
  'a task that runs is answered with 500',
  'every task is answered with 500',
];
/**
 * A write changes users that no write of the run names. They are restored, or reported, if they are on the first page of
 * the list.
 */
const UNNAMED: readonly Defect[] = [
  'an update reaches the next user',
  'an update reaches all users',
  'a bulk update reaches all users',
];
/**
 * The effect may come after the checks of the user, or another check may restore the user before the change has lasted
 * for the consistency window, so that no check finds it.
 */
const LATE: readonly Defect[] = [
  'a bulk update without ids is rejected and carried out',
  'an update reaches the next user',
  // Some targets complete tasks at once.
  'a task that runs is answered with 500',
];

describe.each(DEFECTS)('a target where %s', (defect) => {
  it.each(seeds)('fails, and is restored, or the journal and the report have what differs: seed %i', async (seed) => {
    const { changed, journal, outcome } = await simulate({
      seed,
      choices: { ...strict, ...(UNNAMED.includes(defect) && { users: 40 }), defect },
      options: { allowScopeAll: true },
    });

    const kept = new Set(journal.unrestored().map(({ id }) => id));
    const left = new Set(outcome.restoration?.left.map(({ id }) => id));
    expect(changed.filter((id) => !kept.has(id) || !left.has(id))).toEqual([]);
    if (RESTORED.includes(defect)) expect(changed).toEqual([]);
    const outcomes = outcome.results.map((one) => one.outcome);
    if (!LATE.includes(defect)) expect(outcomes).toContain('fail');
    expect(outcomes).not.toContain('error');
  });
});
