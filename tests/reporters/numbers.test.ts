import { expect, test } from 'vitest';
import { counted, duration, thousands } from '../../reporters/numbers.js';

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

test.each([0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 1234.5678, 0.5, -1234])('%d is grouped as by Intl', (count) => {
  expect(thousands(count)).toBe(count.toLocaleString('en'));
});
