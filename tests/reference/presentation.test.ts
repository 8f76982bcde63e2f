import { describe, expect, it } from 'vitest';
import { drawPresentations, presentations } from '../../reference/variants/presentation.js';

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
});
