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

  it('do not include every order', () => {
    expect(usualCollations.some((order) => isAscending(['b', 'c', 'a'], order))).toBe(false);
  });
});
