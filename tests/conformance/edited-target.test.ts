import { describe, expect, it } from 'vitest';
import { on, presented } from '../../reference/hooks.js';
import type { Hook } from '../../reference/index.js';
import { checkReference } from './check-reference.js';

/** The outcomes of one rule at one operation. */
async function outcomes(operation: string, rule: string, hooks: readonly Hook[]) {
  const { checks } = await checkReference({
    reference: { hooks },
    options: { operations: [operation], rules: [rule] },
  });
  return checks.filter(({ outcome }) => outcome !== 'excluded').map(({ outcome, reason }) => ({ outcome, reason }));
}

describe('a target whose records another client edits while a check reads them', () => {
  it('may have another name of a vendor in each read', async () => {
    let reads = 0;
    const renames = presented((one, index) => {
      if (index === 0) reads += 1;
      return index === 0 ? { ...one, vendor: `${one.vendor} ${reads}` } : one;
    });

    expect(await outcomes('getApplications', 'relations.one-name', [on('getApplications', renames)])).toEqual([
      { outcome: 'inconclusive', reason: 'the names changed during the check' },
    ]);
  });

  it('may have other unsanctioned applications in each read', async () => {
    let reads = 0;
    const edits = presented((one, index) => {
      if (index === 0) reads += 1;
      return index === reads % 5 ? { ...one, sanctioned: !one.sanctioned } : one;
    });

    expect(await outcomes('getApplicationsKpis', 'relations.kpi-lists', [on('getApplications', edits)])).toEqual([
      { outcome: 'inconclusive', reason: 'the applications changed during the check' },
    ]);
  });

  it('may have lost a record each time that the page after the last one was read', async () => {
    let reads = 0;
    const loses: Hook = (steps) => ({
      collect: (context) => {
        const all = steps.collect(context);
        const isAfterLast = Number(context.query.page_number) > 2;
        if (isAfterLast) reads += 1;
        return isAfterLast && reads <= 2 ? all.slice(1) : all;
      },
    });

    expect(await outcomes('getUsers', 'paging.after-last-totals', [on('getUsers', loses)])).toEqual([
      { outcome: 'inconclusive', reason: 'the list changed during the check' },
    ]);
  });
});
