import { expect, it } from 'vitest';
import type { Hook } from '../../reference/index.js';
import { checkReference, idsOf } from '../conformance/check-reference.js';

/** A period that ends before it begins has no days. */
const reversedIsEmpty: Hook = (steps) => ({
  readDates: (context) => {
    const { fromDate, toDate } = context.query;
    return Date.parse(String(fromDate)) > Date.parse(String(toDate)) ? { from: 0, to: 0 } : steps.readDates(context);
  },
});

it('may be a success only where the document lists no 400', async () => {
  const report = await checkReference({
    reference: { hooks: [reversedIsEmpty] },
    options: { operations: ['*Kpis'], rules: ['errors.dates-invalid'] },
  });

  expect(idsOf(report, 'pass')).toEqual(['getUserKpis/errors.dates-invalid']);
  expect(idsOf(report, 'fail')).toEqual([
    'getApplicationsOverviewKpis/errors.dates-invalid',
    'getApplicationsKpis/errors.dates-invalid',
  ]);
});
