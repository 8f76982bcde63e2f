import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '../../engine/session/page.js';
import type { Hook } from '../../reference/index.js';
import { Refusal } from '../../reference/refusal.js';
import { keysTogether } from '../../suites/laws/sorts-together.js';
import { checkReference, failures } from '../conformance/check-reference.js';

const RULES = ['sort.every-field', 'sort.every-order', 'sort.unknown-field'];

async function checked(...hooks: Hook[]) {
  const options = { operations: ['getUsers'], rules: [...RULES] };
  const report = await checkReference({ reference: { hooks }, options });
  const outcomes = report.checks.filter(({ outcome }) => outcome !== 'excluded').map(({ outcome }) => outcome);
  return { outcomes, failed: failures(report), requests: report.requests.sent };
}

const withoutSeveralKeys: Hook = (steps) => ({
  readSort: (context) => {
    if (String(context.query.sort).includes(',')) throw new Refusal(400, 'one key');
    return steps.readSort(context);
  },
});
/** Reads the sort, and has none of the keys by one field. */
const without =
  (field: string): Hook =>
  (steps) => ({ readSort: (context) => steps.readSort(context).filter((key) => key.field !== field) });

describe('sorts by flags and numbers', () => {
  it('are sent together, and alone where a target takes one key, with the same outcomes', async () => {
    const [together, alone] = [await checked(), await checked(withoutSeveralKeys)];

    expect(together.outcomes).toEqual(['pass', 'pass', 'pass']);
    expect(alone.outcomes).toEqual(together.outcomes);
    expect(alone.requests - together.requests).toBeGreaterThanOrEqual(4);
  });

  it.each(['isOnline', 'licenseCount'])('are sent alone if the order is wrong, which names %s', async (field) => {
    const { failed } = await checked(without(field));

    expect(failed).toEqual([
      `getUsers/sort.every-order: sort=${field}:asc returned records that are out of order by ${field}`,
      `getUsers/sort.unknown-field: sort=${field}:asc is accepted but leaves the list in its default order`,
    ]);
  });
});

describe('the keys of a sort', () => {
  const records = Array.from(
    { length: 24 },
    (_unused, index): JsonRecord => ({
      id: `${index}`,
      flag: index % 2 === 0,
      other: index % 3 === 0,
      same: index % 2 === 0,
      count: [2, 10, 1][index % 3],
      unique: index * 7,
    }),
  );

  it('are those that show if a target ignores, reverses or misreads one', () => {
    expect(keysTogether(['flag', 'other'], records)).toEqual([['flag', 'other']]);
    expect(keysTogether(['flag', 'count'], records)).toEqual([['flag', 'count']]);
  });

  it('have none that those before it decide', () => {
    expect(keysTogether(['flag', 'same'], records)).toEqual([]);
    expect(keysTogether(['unique', 'flag'], records)).toEqual([]);
  });
});
