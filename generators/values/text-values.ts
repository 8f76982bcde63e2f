import fc from 'fast-check';
import { HOSTILE_TEXTS } from './hostile-texts.js';
import { memberOf } from './member-of.js';
import { mostlyHeld } from './mostly-held.js';
import { nearMissesOf } from './near-misses.js';
import { shrinkByParts } from './shrink-by-parts.js';
import { simplestFirst } from './simplest-first.js';

/** The default length of a long text: 10 KB, which most servers accept in a URL. */
export const LONG = 10_240;

const hostile = memberOf(simplestFirst(HOSTILE_TEXTS));
const unheld = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });

/**
 * Texts to compare a field with, given its values: those values, near misses, other texts, injections and control
 * characters, the empty text, and long texts. `longest` is the maximum number of bytes in a URL, percent-encoded. No text
 * contains an unpaired surrogate, which cannot be sent. Shrinks towards the simplest existing value, and by removing
 * characters.
 */
export function textValues(held: readonly string[], longest: number = LONG): fc.Arbitrary<string> {
  const fits = (text: string) => text.isWellFormed() && encodeURIComponent(text).length <= longest;
  const neighbours = (text: string) => nearMissesOf(text).filter(fits);
  const texts = mostlyHeld(simplestFirst(held.filter(fits)), neighbours, [
    { weight: 2, arbitrary: unheld.filter(fits) },
    { weight: 1, arbitrary: fc.constant('') },
    { weight: 4, arbitrary: hostile.filter(fits) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: longest }).map((length) => 'x'.repeat(length)) },
  ]);
  return shrinkByParts(texts);
}
