import { expect, it } from 'vitest';
import { restorationSummary } from '../../reporters/console/restoration.js';

const left = {
  kind: 'user' as const,
  id: 'u1',
  reason: 'the run was interrupted before it could be restored',
  fields: [],
  request: null,
};
const touched = [
  { kind: 'user' as const, id: 'u1' },
  { kind: 'user' as const, id: 'u2' },
];

it('counts the restored records alone', () => {
  const restoration = { journal: null, touched, removed: [], left: [left] };
  expect(restorationSummary(restoration)).toEqual([
    '1 record written and restored; every field has its original value.',
  ]);
  expect(restorationSummary({ ...restoration, touched: touched.slice(1), left: [left] })).toEqual([]);
});
