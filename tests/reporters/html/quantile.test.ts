import { expect, test } from 'vitest';
import { binStart, quantile } from '../../../reporters/html/app/quantile.js';

test('bins begin at 0, at 1 ms, and then at powers of the root of two', () => {
  expect([0, 1, 2, 3, 5].map(binStart)).toEqual([0, 1, Math.SQRT2, expect.closeTo(2), 4]);
});

test('a quantile lies in the bin that holds it', () => {
  const histogram = [0, 0, 0, 50, 0, 49, 1];

  expect(quantile(histogram, 0.5)).toBeCloseTo(binStart(4));
  expect(quantile(histogram, 0.95)).toBeGreaterThan(binStart(5));
  expect(quantile(histogram, 0.95)).toBeLessThan(binStart(6));
});

test('no answers have no quantile', () => {
  expect(quantile([], 0.5)).toBeNull();
});
