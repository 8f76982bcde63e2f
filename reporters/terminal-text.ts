/** Control, format (bidi, zero width), surrogate, line-separating and noncharacter code points: seen by no reader. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

/**
 * What a CI service takes for a command wherever it stands in a line of a log (`##[...]` of GitHub and Azure, `##vso[`,
 * `##teamcity[`), or at its beginning (`::name` of GitHub), where wrapping may put it.
 */
const CI_COMMAND = /#(?=#(?:[a-z]*)\[)|(?<=^|\s):(?=:[a-z-])/gi;

/** `\u001b` for a code unit that fits in four digits, `\u{e0041}` for a larger code point. */
function visible(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}

/**
 * Text of a target made safe for one line of a terminal or of an XML document: whatever moves the cursor, changes
 * colours, reorders or hides text, or commands a CI service, is written as a visible escape. `limit` counts characters (code points); longer text
 * is cut, and says how long it was.
 */
export function terminalText(text: string, limit = Number.POSITIVE_INFINITY): string {
  const safe = (part: string) => part.replace(HIDDEN, visible).replace(CI_COMMAND, visible);
  if (text.length <= limit) return safe(text);
  const characters = [...text];
  if (characters.length <= limit) return safe(text);
  return `${safe(characters.slice(0, limit).join(''))}… (${characters.length.toLocaleString('en')} characters)`;
}
