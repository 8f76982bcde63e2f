/** What a parser of HTML, or one of JavaScript, could take for something else than a character of a text. */
const UNSAFE = /[<>&\u2028\u2029]/g;

/**
 * A value as the text of a `<script type="application/json">`: JSON in which no character is left that could end the
 * element, open another or begin a comment. JSON.parse reads the same value from it.
 */
export function dataBlock(value: unknown): string {
  return JSON.stringify(value).replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
