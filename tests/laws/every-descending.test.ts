import { describe, expect, it } from 'vitest';
import type { Hook } from '../../reference/index.js';
import { Refusal } from '../../reference/refusal.js';
import { standIns } from '../../reference/variants/records/stand-ins.js';
import { checkReference, failures } from '../conformance/check-reference.js';

async function checked(operation: string, ...hooks: Hook[]) {
  const options = { operations: [operation], rules: ['sort.every-descending'] };
  const report = await checkReference({ reference: { hooks }, options });
  const [check] = report.checks.filter(({ outcome }) => outcome !== 'excluded');
  return { outcome: check?.outcome, failed: failures(report) };
}

const withoutDescending: Hook = (steps) => ({
  readSort: (context) => {
    if (String(context.query.sort).includes(':desc')) throw new Refusal(400, 'asc alone');
    return steps.readSort(context);
  },
});
/** Sorts texts by a code in place of the text, as a target that knows the names alone in another table. */
const byCode =
  (field: string, codeOf: (text: string) => string): Hook =>
  (steps) => ({
    compareBy: (key, left, right, context) => {
      if (key.field !== field) return steps.compareBy(key, left, right, context);
      const [one, other] = [left, right].map((row) => ({ ...row, [field]: codeOf(String(row[field])) }));
      return steps.compareBy(key, one ?? left, other ?? right, context);
    },
  });
/** Sorts in ascending order by one field, whatever the direction. */
const ascending =
  (field: string): Hook =>
  (steps) => ({
    compareBy: (key, left, right, context) =>
      steps.compareBy(key.field === field ? { ...key, direction: 'asc' } : key, left, right, context),
  });

describe('sorts in descending order', () => {
  it('that are rejected decide nothing', async () => {
    expect(await checked('getUsers', withoutDescending)).toEqual({ outcome: 'inconclusive', failed: [] });
  });

  it('of the codes that texts name are right', async () => {
    const reversed = byCode('status', (text) => [...text].toReversed().join(''));

    expect(await checked('getSubscriptionInsightUsers', reversed)).toEqual({ outcome: 'pass', failed: [] });
  });

  it('of dates that stand for nulls may have these at either end', async () => {
    const hooks = standIns.flatMap((choice) => choice.hooks ?? []);
    const report = await checkReference({ reference: { hooks }, options: { rules: ['sort.every-descending'] } });

    expect(failures(report)).toEqual([]);
  });

  it.each([
    ['getSubscriptionInsightUsers', 'status', '"Active" before "Inactive"'],
    ['getApplicationUsers', 'isQualified', 'false before true'],
  ])('of %s by %s that keep the ascending order are reported', async (operation, field, order) => {
    const { failed } = await checked(operation, ascending(field));

    expect(failed).toEqual([
      `${operation}/sort.every-descending: sort=${field}:desc has ${order}, as the opposite sort has`,
    ]);
  });

  it('show the records in the order in which they were returned', async () => {
    const report = await checkReference({
      reference: { hooks: [ascending('email')] },
      options: { operations: ['getUsers'], rules: ['sort.every-descending'] },
    });
    const [finding] = report.checks.flatMap(({ findings }) => findings);
    const shown = String(finding?.actual).replace('…', '').split(', ');

    expect(shown).toEqual(shown.toSorted());
  });
});
