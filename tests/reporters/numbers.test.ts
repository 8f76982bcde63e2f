import { expect, test } from 'vitest';
import { counted, duration } from '../../reporters/numbers.js';

test.each([
  [0, '0 ms'],
  [850.4, '850 ms'],
  [1400, '1.4 s'],
  [65_000, '1 min 05 s'],
  [3_600_000, '60 min 00 s'],
])('%d ms is formatted as %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test('the noun agrees with its count', () => {
  expect([counted(1, 'check'), counted(0, 'check'), counted(1312, 'check')]).toEqual([
    '1 check',
    '0 checks',
    '1,312 checks',
  ]);
});
