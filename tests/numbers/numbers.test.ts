import { describe, expect, it } from 'vitest';
import { nounFor, plural } from '../../numbers/plural.js';
import { median, quantile } from '../../numbers/quantile.js';

describe('a count with its noun', () => {
  it('has the noun in the right number', () => {
    expect([0, 1, 2].map((count) => plural(count, 'record'))).toEqual(['0 records', '1 record', '2 records']);
    expect([1, 2].map((count) => nounFor(count, 'entry', 'entries'))).toEqual(['entry', 'entries']);
  });
});

describe('a quantile', () => {
  it('is the smallest value that the share of the sample does not exceed', () => {
    const sample = [30, 10, 40, 20];

    expect([0, 0.25, 0.26, 0.75, 0.95, 1].map((share) => quantile(sample, share))).toEqual([10, 10, 20, 30, 40, 40]);
    expect(sample).toEqual([30, 10, 40, 20]);
  });

  it('of an even sample is the lower median, and of none is undefined', () => {
    expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([])]).toEqual([2, 2, undefined]);
  });
});
