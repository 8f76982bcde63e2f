import { describe, expect, it } from 'vitest';
import { Alikeness } from '../../../engine/writes/alikeness.js';

const chosen = (listed: readonly Readonly<Record<string, unknown>>[], count: number) =>
  new Alikeness(listed).choose(listed, count).map(({ id }) => id);

describe('the records that are like others', () => {
  it('are first the one with the most texts in common, and then those with other texts in common', () => {
    const listed = [
      { id: 'a', name: 'Ann', city: 'Rome', status: 'Active' },
      { id: 'b', name: 'Bob', city: 'Oslo', status: 'Active' },
      { id: 'c', name: 'Kim', city: 'Bonn', status: 'Active' },
      { id: 'd', name: 'Kim', city: 'Bern', status: 'Away' },
      { id: 'e', name: 'Eva', city: 'Oslo', status: 'Active' },
    ];

    expect(chosen(listed, 1)).toEqual(['b']);
    expect(chosen(listed, 2)).toEqual(['b', 'c']);
  });

  it('include one with the same two texts, if others have each of the two texts alone in common', () => {
    const listed = [
      { id: 'a', city: 'Oslo', team: 'Sales' },
      { id: 'b', city: 'Oslo', team: 'Legal' },
      { id: 'c', city: 'Rome', team: 'Sales' },
      { id: 'd', city: 'Bonn', team: 'Legal' },
      { id: 'e', city: 'Bonn', team: 'Legal' },
    ];

    expect(chosen(listed, 1)).toEqual(['d']);
  });

  it('have each field in common with others before they have more pairs of fields in common', () => {
    const kinds = { vendor: 'Acme', team: 'Sales', city: 'Oslo', status: 'Active', source: 'Import' };
    const listed = [
      { id: 'a', name: 'Ann', ...kinds },
      { id: 'b', name: 'Bob', ...kinds },
      { id: 'c', name: 'Kim', ...kinds, city: 'Rome' },
      { id: 'd', name: 'Eva', ...kinds, city: 'Rome', status: 'Away' },
      { id: 'e', name: 'Max', vendor: 'Other', status: 'Away', team: 'Legal' },
      { id: 'f', name: 'Max', vendor: 'Third', status: 'Gone', team: 'Law' },
    ];

    expect(chosen(listed, 2)).toEqual(['a', 'e']);
  });

  it('do not include all records with a text, because no check would compare the others', () => {
    const listed = [
      { id: 'a', name: 'Kim', city: 'Oslo' },
      { id: 'b', name: 'Kim', city: 'Oslo' },
      { id: 'c', name: 'Ann', city: 'Oslo' },
    ];

    expect(chosen(listed, 2)).toEqual(['a', 'c']);
  });

  it('are the first ones if only empty texts, numbers and flags are the same', () => {
    const one = { name: ' ', city: '', count: 7, isOnline: true, more: null };
    const listed = ['a', 'b', 'c'].map((id) => ({ id, ...one }));

    expect(chosen(listed, 2)).toEqual(['a', 'b']);
  });
});
