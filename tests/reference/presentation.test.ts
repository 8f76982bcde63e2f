import { describe, expect, it } from 'vitest';
import { drawPresentations, presentations } from '../../reference/variants/presentation.js';
import { checkReference } from '../conformance/check-reference.js';

describe('presentations that change from request to request', () => {
  it('are those of the bytes of a response', () => {
    const ids = presentations.map(({ id }) => id);

    expect(ids).toEqual(
      expect.arrayContaining(['json-is-indented', 'answers-are-chunked', 'answers-are-packed-unasked']),
    );
    expect(ids).not.toContain('ids-are-in-upper-case');
    expect(ids).not.toContain('messages-are-in-another-language');
  });

  it('are drawn by the seed', () => {
    const first = (seed: number) => {
      const draw = drawPresentations(seed);
      return Array.from({ length: 50 }, draw);
    };

    expect(first(1)).toEqual(first(1));
    expect(first(1)).not.toEqual(first(2));
  });

  it.each([1, 2])('are not accused, with the seed %i', async (seed) => {
    const sizes = { applications: 14, users: 40, subscriptions: 6, agreements: 12, contracts: 11 };
    const report = await checkReference({ reference: { sizes, drawn: drawPresentations(seed) } });

    expect(report.checks.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toEqual([]);
    expect(report.verdict).toBe('conforms');
  });
});
