import { describe, expect, it } from 'vitest';
import { operation } from '../../../contract/operations/index.js';
import type { PlannedCheck } from '../../../engine/run/plan.js';
import type { WriteRule } from '../../../engine/run/rule.js';
import { phasesOf } from '../../../engine/run/write-phases.js';
import { planned } from '../checks.js';

function checkOf(id: string, rest: Partial<WriteRule> = {}, of = 'updateUser'): PlannedCheck {
  const rule: WriteRule = {
    id,
    clause: 'updates.effect',
    needs: [],
    appliesTo: () => true,
    write: async () => undefined,
    ...rest,
  };
  return { ...planned({ id }), id, operation: operation(of), rule };
}

const phases = (checks: readonly PlannedCheck[]) => phasesOf(checks).map((phase) => phase.checks.map(({ id }) => id));

describe('the phases of the write checks', () => {
  it('begin with those that need fresh records, then those that take long, then the others in their order', () => {
    const checks = [
      checkOf('one'),
      checkOf('long', { long: true }),
      checkOf('two'),
      checkOf('fresh', { fresh: true }),
      checkOf('fresh-and-long', { fresh: true, long: true }),
    ];

    expect(phases(checks)[0]).toEqual(['fresh', 'fresh-and-long', 'long', 'one', 'two']);
  });

  it('separate those that watch other records, run alone, write to all records, judge the others, and remove records', () => {
    const checks = [
      checkOf('removes', {}, 'deleteSubscriptionUsers'),
      checkOf('judges', { last: true }),
      checkOf('all', { records: 'all' }),
      checkOf('alone', { records: 2, alone: true }),
      checkOf('watches', { watches: true }),
      checkOf('plain', { records: 3 }),
    ];

    expect(phases(checks)).toEqual([['plain'], ['watches'], ['alone'], ['all'], ['judges'], ['removes']]);
  });

  it('run those that prefer certain records after the others, and first those that also need fresh ones', () => {
    const checks = [
      checkOf('watches', { watches: true, prefers: 'alike' }),
      checkOf('plain'),
      checkOf('diverse', { prefers: 'diverse' }),
      checkOf('fresh', { fresh: true }),
      checkOf('fresh-and-diverse', { fresh: true, prefers: 'diverse' }),
    ];

    expect(phases(checks).slice(0, 2)).toEqual([
      ['fresh-and-diverse', 'fresh', 'plain'],
      ['diverse', 'watches'],
    ]);
  });

  it('run a check once, the one with the widest effect last', () => {
    const both = checkOf('both', { records: 'all', watches: true });
    const removes = checkOf('removes', { records: 'all', watches: true }, 'deleteSubscriptionUsers');

    expect(phases([removes, both])).toEqual([[], [], [], ['both'], [], ['removes']]);
  });

  it('run removals and those that run alone one by one, and the others concurrently', () => {
    expect(phasesOf([]).map(({ atOnce }) => atOnce)).toEqual([16, 16, 1, 16, 16, 1]);
  });
});
