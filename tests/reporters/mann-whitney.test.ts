import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mannWhitney } from '../../reporters/comparison/mann-whitney.js';

describe('the Mann-Whitney U test', () => {
  // The figures are those of scipy.stats.mannwhitneyu(x, y, method='asymptotic').
  test.each([
    ['without ties', [1.1, 2.2, 3.3, 4.4, 5.5, 6.6, 7.7, 8.8], [5, 6, 7, 8, 9, 10, 11, 12], 0.023949],
    ['with ties', [1, 2, 2, 3, 3, 3, 4, 5], [3, 4, 4, 5, 5, 5, 6, 7], 0.011915],
  ])('gives the p of the normal approximation %s', (_name, first, second, p) => {
    expect(mannWhitney(first, second).p).toBeCloseTo(p, 4);
  });

  test('finds no difference between a sample and itself, nor in samples without spread', () => {
    expect(mannWhitney([1, 2, 3, 4], [1, 2, 3, 4])).toMatchObject({ p: 1, larger: 0.5 });
    expect(mannWhitney([7, 7, 7], [7, 7])).toMatchObject({ p: 1, larger: 0.5 });
    expect(mannWhitney([], [1])).toMatchObject({ p: 1 });
  });

  test('is symmetric in its samples and returns a probability', () => {
    const sample = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(sample, sample, (first, second) => {
        const [forward, backward] = [mannWhitney(first, second), mannWhitney(second, first)];
        expect(forward.p).toBeCloseTo(backward.p, 10);
        expect(forward.larger).toBeCloseTo(1 - backward.larger, 10);
        expect(forward.p).toBeGreaterThanOrEqual(0);
        expect(forward.p).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('has the false positive rate that it promises', () => {
    let state = 1;
    const random = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    const sample = () => Array.from({ length: 40 }, () => -Math.log(random()) * 10);
    const wrong = Array.from({ length: 2000 }, () => mannWhitney(sample(), sample()).p < 0.05).filter(Boolean).length;
    expect(wrong / 2000).toBeGreaterThan(0.03);
    expect(wrong / 2000).toBeLessThan(0.07);
  });
});
