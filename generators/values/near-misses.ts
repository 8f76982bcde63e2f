import { inOtherCase } from './other-case.js';

/**
 * Texts similar to a given one: in another case, with an extra space, a part of it, with one character changed, without
 * accents, in other normal forms, and as a pattern that matches it. Simple ones first, without duplicates and without the
 * text itself. Whether some of them are equal to it depends on the collation.
 */
export function nearMissesOf(text: string): readonly string[] {
  const characters = [...text];
  const middle = Math.floor(characters.length / 2);
  const last = characters.length - 1;
  const replaced = (at: number, by: string) => characters.with(at, by).join('');
  const changed = (at: number) => replaced(at, characters[at] === 'x' ? 'y' : 'x');
  const parts =
    characters.length === 0
      ? []
      : [
          characters.slice(0, -1).join(''),
          characters.slice(1).join(''),
          characters.slice(0, middle).join(''),
          characters.slice(middle).join(''),
          changed(0),
          changed(middle),
          changed(last),
          replaced(middle, '_'),
          replaced(middle, '?'),
          replaced(middle, '.'),
          replaced(last, '%'),
          replaced(last, '*'),
          replaced(0, '%'),
        ];
  const all = [
    text.toUpperCase(),
    text.toLowerCase(),
    swapFirst(text),
    `${text} `,
    ` ${text}`,
    `${text}x`,
    ...parts,
    `${text}%`,
    `${text}*`,
    `${text}'`,
    `${text}\\`,
    `${text}\u0000`,
    text.normalize('NFD').replace(/\p{M}/gu, ''),
    text.normalize('NFC'),
    text.normalize('NFD'),
    text.normalize('NFKC'),
    text.normalize('NFKD'),
  ];
  return [...new Set(all)].filter((one) => one !== text);
}

/** The text with its first letter in the other case. */
function swapFirst(text: string): string {
  return text.replace(/\p{L}/u, inOtherCase);
}
