import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLLATIONS, compareTexts, loosely } from '../../engine/oracle/collations.js';
import { EITHER, NO, YES } from '../../engine/oracle/truth.js';

const HARD = 'sSßẞſΣςσİıIiéÅÅøÆ😀あアがŀĿǄKk½1 '.match(/./gu) ?? [];
const letters = fc.constantFrom(
  ...HARD,
  'e\u0301',
  '\u0301',
  'か\u3099',
  'ae',
  'ss',
  '\u200b',
  '\ufa6c',
  '\u{2f9b2}',
  '𝐀',
  '𐐀',
  '𝅘𝅥',
);
const text = fc.oneof(fc.string({ unit: letters, maxLength: 5 }), fc.string({ unit: 'grapheme', maxLength: 3 }));
const collation = (name: string) => COLLATIONS.find((own) => own.name === name) as (typeof COLLATIONS)[number];

describe('the coarsest folding', () => {
  it('rules out no text that a collation finds', () => {
    const ruledOut = (own: string, sought: string, test: (key: string, loose: string) => boolean) =>
      !loosely(own).some((key) => loosely(sought).some((loose) => test(key, loose)));
    fc.assert(
      fc.property(text, text, text, (before, sought, after) => {
        for (const own of [before + sought + after, sought.toUpperCase() + after, before]) {
          for (const one of COLLATIONS) {
            if (compareTexts('contain', [own, sought], one) !== NO)
              expect(ruledOut(own, sought, (key, loose) => key.includes(loose))).toBe(false);
            if (compareTexts('equal', [own, sought], one) !== NO)
              expect(ruledOut(own, sought, (key, loose) => key.trimEnd() === loose.trimEnd())).toBe(false);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('compareTexts', () => {
  it.each([
    ['binary', 'Café', 'café', NO],
    ['case-insensitive', 'Café', 'cafÉ', YES],
    ['case-insensitive', 'Café', 'cafe', NO],
    ['case-insensitive in ASCII', 'CAFÉ', 'café', NO],
    ['accent-insensitive', 'Café', 'Cafe', YES],
    ['accent-insensitive', 'Café', 'cafe', NO],
    ['case- and accent-insensitive', 'CAFÉ', 'cafe', YES],
    ['normal forms alike', 'Cafe\u0301', 'Café', YES],
    ['binary, spaces at the end ignored', 'end  ', 'end', YES],
    ['binary', 'end ', 'end', NO],
    ['case-insensitive in Turkish', 'ID', 'id', NO],
    // Not every store of the kind takes these for the same, so nothing is claimed.
    ['case- and accent-insensitive', 'Straße', 'strasse', EITHER],
    ['case- and accent-insensitive', 'Ångström', 'angstrom', EITHER],
  ] as const)('compares as %s: %s and %s', (name, one, other, outcome) => {
    expect(compareTexts('equal', [one, other], collation(name))).toBe(outcome);
  });
});
