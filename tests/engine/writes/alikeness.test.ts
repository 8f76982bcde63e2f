import { describe, expect, it } from 'vitest';
import { alikenessOf } from '../../../engine/writes/alikeness.js';

describe('the alikeness of records', () => {
  it('counts the fields with a text that another record has in the same field', () => {
    const listed = [
      { id: 'a', name: 'Kim', city: 'Oslo', note: 'x' },
      { id: 'b', name: 'Kim', city: 'Oslo', note: 'Kim' },
      { id: 'c', name: 'Lee', city: 'Oslo', note: 'y' },
      { id: 'd', name: 'Ann', city: 'Rome' },
    ];

    expect([...alikenessOf(listed)]).toEqual([
      ['a', 2],
      ['b', 2],
      ['c', 1],
      ['d', 0],
    ]);
  });

  it('does not count empty texts, numbers and flags', () => {
    const one = { name: ' ', city: '', count: 7, isOnline: true, more: null };

    expect([
      ...alikenessOf([
        { id: 'a', ...one },
        { id: 'b', ...one },
      ]).values(),
    ]).toEqual([0, 0]);
  });
});
