import { describe, expect, test } from 'vitest';
import { differencesOf } from '../../cli/baseline/differences-of.js';
import { entriesOf } from '../../cli/baseline/entries-of.js';
import { partsOf } from '../../engine/report/baseline/entry-parts.js';
import { on, presented } from '../../reference/hooks.js';
import type { Hook } from '../../reference/index.js';
import { checkReference } from '../conformance/check-reference.js';

const WHY = { reason: 'known', expires: '2999-12-31' };

/** A value of another JSON type for every scalar, at every depth. */
function wrong(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wrong);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, name === 'id' ? one : wrong(one)]));
  }
  return typeof value === 'string' ? 5 : `x${String(value)}`;
}

/** Sends every field of every record, except ids, with another type. */
const everyField: Hook = presented((record) => wrong(record) as typeof record);

const SIZES = { applications: 14, users: 40, subscriptions: 6, agreements: 12, contracts: 11 };

/** Breaks every record of one operation, and one field of the users of all others. */
const twoCauses: readonly Hook[] = [
  on('getUserKpis', everyField),
  presented((record) => ('licenseCount' in record ? { ...record, licenseCount: 'x' } : record)),
];

describe('a baseline of a target', () => {
  test('that breaks every field passes on the same target with another seed', async () => {
    const report = await checkReference({ reference: { sizes: SIZES, hooks: [everyField] } });
    const differences = differencesOf(report);
    const unlisted = report.checks.filter(({ moreFindings }) => moreFindings !== undefined);
    const entries = entriesOf(differences, WHY);

    expect(differences.length).toBeGreaterThan(400);
    expect(unlisted.length).toBeGreaterThan(3);
    const again = await checkReference({
      reference: { sizes: SIZES, hooks: [everyField] },
      options: { seed: 2, baseline: { entries, allowFixed: false, seed: 1 } },
    });
    expect(again.gate).toMatchObject({ state: 'green' });
  });

  test('has one entry for each cause, not for each place', async () => {
    const options = { operations: ['getUser*'], rules: ['records.types', 'paging.*'] };
    const report = await checkReference({ reference: { hooks: [...twoCauses] }, options });

    const entries = entriesOf(differencesOf(report), WHY);

    expect(differencesOf(report).length).toBeGreaterThan(20);
    expect(entries).toHaveLength(1);
    expect(partsOf(entries[0] as (typeof entries)[number])).toHaveLength(differencesOf(report).length);
  });
});
