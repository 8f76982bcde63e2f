import { expect, it } from 'vitest';
import type { Hook } from '../../reference/index.js';
import { checkReference, idsOf } from './check-reference.js';

/** The list of an operation has one record more every few milliseconds. */
const growing =
  (operation: string, everyMs: number): Hook =>
  (steps) => {
    const start = Date.now();
    return {
      collect: (context) => {
        const all = steps.collect(context);
        if (context.operation.id !== operation) return all;
        return all.slice(0, Math.ceil(all.length / 4) + Math.floor((Date.now() - start) / everyMs));
      },
    };
  };

/** Totals of a list that are counted at most once within so many milliseconds. */
const countedEvery =
  (ms: number): Hook =>
  (steps) => {
    const counts = new Map<string, { readonly at: number; readonly total: number }>();
    return {
      paginationObject: (page, total, context) => {
        const list = JSON.stringify([context.operation.id, context.params, context.query.filter]);
        const known = counts.get(list);
        const isOld = known === undefined || Date.now() - known.at >= ms;
        if (isOld) counts.set(list, { at: Date.now(), total });
        return steps.paginationObject(page, isOld ? total : known.total, context);
      },
    };
  };

const options = { operations: ['getUsers', 'getApplications'], rules: ['paging.*', 'sort.*', 'filter.*'] };

it('and are counted now and then have no wrong totals', async () => {
  const report = await checkReference({ reference: { hooks: [growing('getUsers', 70), countedEvery(1000)] }, options });

  expect(idsOf(report, 'fail')).not.toContain('getUsers/paging.first-page');
  expect(idsOf(report, 'inconclusive')).toContain('getUsers/paging.first-page');
});

it('beside a list that always has wrong totals do not excuse it', async () => {
  const wrong: Hook = (steps) => ({
    paginationObject: (page, total, context) => steps.paginationObject(page, total + 1, context),
  });
  const report = await checkReference({ reference: { hooks: [growing('getApplications', 70), wrong] }, options });

  expect(idsOf(report, 'fail')).toContain('getUsers/paging.first-page');
});
