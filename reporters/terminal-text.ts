/** Control, format (bidi, zero width), surrogate, line-separating and noncharacter code points, all invisible. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

/**
 * Text that a CI service interprets as a command: anywhere in a log line (`##[...]` of GitHub and Azure, `##vso[`,
 * `##teamcity[`), or at its start (`::name` of GitHub), which any word can become by wrapping.
 */
const CI_COMMAND = /#(?=#(?:[a-z]*)\[)|(?<=^|\s):(?=:[a-z-])/gi;

/** `\u001b` for a code unit that fits in four digits, `\u{e0041}` for a larger code point. */
function visible(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}

/**
 * Makes text from a target safe for one line of a terminal or an XML document: characters that move the cursor, change
 * colours, reorder or hide text, or form a CI command become visible escapes. Text longer than `limit` characters (code
 * points) is truncated, followed by its full length.
 */
export function terminalText(text: string, limit = Number.POSITIVE_INFINITY): string {
  const safe = (part: string) => part.replace(HIDDEN, visible).replace(CI_COMMAND, visible);
  if (text.length <= limit) return safe(text);
  const characters = [...text];
  if (characters.length <= limit) return safe(text);
  return `${safe(characters.slice(0, limit).join(''))}… (${characters.length.toLocaleString('en')} characters)`;
}
