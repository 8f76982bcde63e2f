/**
 * Texts that are almost a given one: in other case, with a space more, a part of it, with one character changed,
 * without its accents, in other normal forms, and as a pattern that would match it. Simple ones first, none twice, the
 * text itself never among them; which of them are equal to it is a matter of the collation.
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
  return text.replace(/\p{L}/u, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
}
