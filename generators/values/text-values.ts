import fc from 'fast-check';
import { HOSTILE_TEXTS } from './hostile-texts.js';
import { memberOf } from './member-of.js';
import { mostlyHeld } from './mostly-held.js';
import { nearMissesOf } from './near-misses.js';
import { shrinkByParts } from './shrink-by-parts.js';
import { simplestFirst } from './simplest-first.js';

/** The length of a long text where nothing else is asked for: 10 KB, which fits into a URL for the usual servers. */
export const LONG = 10_240;

const hostile = memberOf(simplestFirst(HOSTILE_TEXTS));
const unheld = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });

/**
 * Texts to compare a field with that holds the given ones: those themselves, near misses of them, unheld ones, injections
 * and control characters, the empty one, and long ones. `longest` is how many bytes a text may take in a URL, percent
 * signs included. No text has half a surrogate pair, which cannot be sent. Shrinks
 * towards the simplest held one, and by losing characters.
 */
export function textValues(held: readonly string[], longest: number = LONG): fc.Arbitrary<string> {
  const fits = (text: string) => !/\p{Cs}/u.test(text) && encodeURIComponent(text).length <= longest;
  const neighbours = (text: string) => nearMissesOf(text).filter(fits);
  const texts = mostlyHeld(simplestFirst(held.filter(fits)), neighbours, [
    { weight: 2, arbitrary: unheld.filter(fits) },
    { weight: 1, arbitrary: fc.constant('') },
    { weight: 4, arbitrary: hostile.filter(fits) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: longest }).map((length) => 'x'.repeat(length)) },
  ]);
  return shrinkByParts(texts);
}
