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
  expect(restorationSummary(restoration)).toEqual(['1 record written and restored to the original values.']);
  expect(restorationSummary({ ...restoration, touched: touched.slice(0, 1), left: [left] })).toEqual([]);
});

it('counts no record that the run changed without writing to it', () => {
  const others = ['u3', 'u4', 'u5'].map((id) => ({ ...left, id }));
  expect(restorationSummary({ journal: null, touched, removed: [], left: others })).toEqual([
    '2 records written and restored to the original values.',
  ]);
});

it('counts the removed users, not the removals that were sent', () => {
  const removed = [
    { from: 's1', ids: ['u1'] },
    { from: 's1', ids: ['u2', 'u3'] },
  ];
  expect(restorationSummary({ journal: null, touched: [], removed, left: [] })).toEqual([
    '3 users removed permanently, as --allow-destroy allows.',
  ]);
});
