import { describe, expect, it } from 'vitest';
import type { OwnFields } from '../../suites/laws/writes/deletion/own-fields.js';
import { differencesOf, isOfRemovals, OWN } from '../../suites/laws/writes/deletion/own-fields.js';
import { editedIn, touchedIn } from '../../suites/laws/writes/deletion/touched.js';

const users = (...flags: boolean[]) =>
  flags.map(
    (isOnline, index): OwnFields => ({ user: `${index}`, answer: {} as OwnFields['answer'], fields: { isOnline } }),
  );

describe('a field of removed users that changed', () => {
  it('counts if it is the same for all of them, and no user who stays was changed in it', () => {
    expect(isOfRemovals('isOnline', users(false, false, false), [], [])).toBe(true);
    expect(isOfRemovals('department', users(false, true), [], [])).toBe(true);
  });

  it('counts if it is a flag that was changed in each of three', () => {
    const [before, after] = [users(true, false, true), users(false, true, false)];
    const isCounted = (count: number) => {
      const [was, is] = [before.slice(0, count), after.slice(0, count)];
      return isOfRemovals('isOnline', is, [], differencesOf(was, is));
    };
    expect(isCounted(3)).toBe(true);
    expect(isCounted(2)).toBe(false);
  });

  it('may be an edit of another client otherwise', () => {
    expect(isOfRemovals('isOnline', users(false, true, true), [], [])).toBe(false);
    expect(isOfRemovals('isOnline', users(false, false, false), ['isOnline'], [])).toBe(false);
  });
});

it('finds the own fields in which users who stay were edited', () => {
  const before = [
    { id: 'A', isOnline: true, department: 'one', licenseCount: 1 },
    { id: 'b', isOnline: true },
  ];
  const after = [{ id: 'a', isOnline: false, department: 'one', licenseCount: 2 }];
  expect(editedIn(before, after, OWN)).toEqual(['isOnline']);
  expect(editedIn(before, before, OWN)).toEqual([]);
});

describe('a flag of users who stay that a removal has changed', () => {
  const listed = (isInReview: boolean) => ['a', 'b', 'c', 'd'].map((id) => ({ id, isInReview }));
  const isProven = (...written: string[]) =>
    touchedIn(listed(true), listed(false), ['d'], (id) => written.includes(id)).map((field) => field.isProven);

  it('is proven by three users whom the run did not write to', () => {
    expect(isProven()).toEqual([true]);
    expect(isProven('d')).toEqual([true]);
  });

  it('is not proven if the run wrote to one of the three: a read may show that late', () => {
    expect(isProven('b')).toEqual([false]);
  });
});
