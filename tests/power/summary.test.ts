import { describe, expect, it } from 'vitest';
import { operations } from '../../contract/operations/index.js';
import { faults } from '../../faults/index.js';
import type { Judgement } from '../../power/judgement.js';
import { sampleOf } from '../../power/sample.js';
import { powerOf } from '../../power/summary.js';

const judgement = (fault: string, rest: Partial<Judgement> = {}): Judgement => ({
  fault,
  outcome: 'noticed',
  by: [],
  blind: [],
  ...rest,
});
const measured = (...judgements: readonly Judgement[]) => {
  const own = faults.filter(({ id }) => judgements.some(({ fault }) => fault === id));
  return powerOf(own, judgements, operations, { extent: 'all', durationMs: 1 });
};

describe('the power of a run', () => {
  it('counts what was noticed among what was injected, and the rest apart', () => {
    const power = measured(
      judgement('getUsers/filter-ignored'),
      judgement('getUsers/sort-ignored', { outcome: 'missed' }),
      judgement('getUsers/status-201', { outcome: 'inconclusive' }),
      judgement('getUser/status-201', { outcome: 'unchanged' }),
      judgement('getUser/field-absent/email'),
    );

    expect(power).toMatchObject({ injected: 3, noticed: 2, inconclusive: 1, unchanged: 1 });
    expect(power.byLevel).toEqual({ must: { injected: 2, noticed: 1 }, should: { injected: 1, noticed: 1 } });
    expect(power.byOperation).toEqual([
      { operation: 'getUsers', injected: 2, noticed: 1 },
      { operation: 'getUser', injected: 1, noticed: 1 },
    ]);
    expect(power.byRule).toContainEqual({ rule: 'sort.ordered', injected: 1, noticed: 0 });
  });

  it('distinguishes blind spots of the data, of the suite and of the target', () => {
    const lacking = { check: 'a', failed: false, reason: 'only 1 record to check' };
    const power = measured(
      judgement('getUserApplications/filter-ignored', { outcome: 'missed', blind: [lacking] }),
      judgement('getContractTypes/item-twice', { outcome: 'unchanged', blind: [lacking] }),
      judgement('getUsers/sort-ignored', { outcome: 'missed' }),
      judgement('getUsers/field-absent/email', { outcome: 'missed', blind: [{ ...lacking, failed: true }] }),
      judgement('getUsers/status-201', { outcome: 'unchanged' }),
    );

    expect(power.blindSpots.map(({ operation, cause, missed }) => [operation, cause, missed])).toEqual([
      ['getUsers', 'target', 1],
      ['getUsers', 'suite', 1],
      ['getUserApplications', 'data', 1],
      ['getContractTypes', 'data', 0],
    ]);
    expect(power.blindSpots[2]).toMatchObject({
      rule: 'filter.sound',
      reason: 'only 1 record to check',
      remedy: 'Give --fixture userId=ID of a record with more children.',
      faults: ['getUserApplications/filter-ignored'],
    });
  });
});

describe('a sample of faults', () => {
  it('has some of each operator, spread over the operations, and is the same each time', () => {
    const sample = sampleOf(faults, 400);

    expect(sample.length).toBeLessThan(500);
    expect(new Set(sample.map(({ id }) => id)).size).toBe(sample.length);
    expect(new Set(sample.map(({ operator }) => operator))).toEqual(new Set(faults.map(({ operator }) => operator)));
    expect(new Set(sample.map(({ operation }) => operation)).size).toBe(
      new Set(faults.map((one) => one.operation)).size,
    );
    expect(sampleOf(faults, 400)).toEqual(sample);
  });
});
