import { describe, expect, it } from 'vitest';
import { isAscending } from '../../engine/oracle/collation.js';
import { LANGUAGES, usualCollations } from '../../engine/oracle/text-orders.js';

/** Words of ASCII letters that these languages order otherwise than English. */
const WORDS = [
  'Aachen',
  'Abel',
  'Zoo',
  'Cuba',
  'Chile',
  'Data',
  'India',
  'iPad',
  'Italy',
  'Taxi',
  'Yard',
  'Jazz',
  'Csaba',
];

describe('the usual collations', () => {
  it.each(LANGUAGES)('include that of %s', (language) => {
    const sorted = WORDS.toSorted(new Intl.Collator(language).compare);

    expect(usualCollations.some((order) => isAscending(sorted, order))).toBe(true);
  });

  it.each(LANGUAGES)('include the order of first letters of %s', (language) => {
    const sorted = ['mail a', 'Mail b', 'mail c', ...WORDS].toSorted(new Intl.Collator(language).compare);
    const letters = sorted.map((word) => word.charAt(0)).filter((letter) => !'AaCc'.includes(letter));

    expect(usualCollations.some((order) => isAscending(letters, order))).toBe(true);
  });

  it.each([
    ['numbers by value', ['Plan 2', 'Plan 10', 'plan 1']],
    ['numbers by value, without case', ['plan 2', 'Plan 9', 'Plan 10', 'plans']],
    ['a number before all else that may follow', ['plan2', 'plan 1', 'plans']],
    ['signs ignored', ['co-op', 'Coop A', 'co-opt', 'coot']],
    ['numbers by value and signs ignored', ['v-2', 'V 9', 'v-10', 'v 10 a']],
    ['signs in an order of its own', ['a_b', 'a-b', 'a b', 'ab']],
    ['EBCDIC, small letters before capitals and both before digits', ['a b', 'a-b', 'abc', 'aBc', 'a1', 'Abc', '1a']],
    ['EBCDIC without case', ['Sap', 'sapient', 'Visio', 'zoom', '365 Apps']],
  ])('include that of %s', (_name, sorted) => {
    expect(usualCollations.some((order) => isAscending(sorted, order))).toBe(true);
  });

  it('do not include every order', () => {
    for (const texts of [
      ['b', 'c', 'a'],
      ['plan 10', 'plan 9', 'plan 11'],
      ['a-c', 'a-b', 'a-d'],
    ])
      expect(usualCollations.some((order) => isAscending(texts, order))).toBe(false);
  });
});
