import { describe, expect, it } from 'vitest';
import { alikenessOf } from '../../../engine/writes/alikeness.js';

describe('the alikeness of records', () => {
  it('sums up the texts in common with one other record, rare ones more than frequent ones', () => {
    const listed = [
      { id: 'a', name: 'Kim', city: 'Oslo', status: 'Active' },
      { id: 'b', name: 'Kim', city: 'Oslo', status: 'Active' },
      { id: 'c', name: 'Lee', city: 'Oslo', status: 'Active' },
      { id: 'd', name: 'Lee', city: 'Rome', status: 'Active' },
      { id: 'e', name: 'Ann', city: 'Bonn', status: 'Active' },
    ];
    const [pair, triple] = [Math.log(5 / 2), Math.log(5 / 3)];

    expect([...alikenessOf(listed)]).toEqual([
      ['a', pair + triple],
      ['b', pair + triple],
      ['c', pair],
      ['d', pair],
      ['e', 0],
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
