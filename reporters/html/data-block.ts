/** Characters that an HTML or JavaScript parser could interpret as something other than text. */
const UNSAFE = /[<>&\u2028\u2029]/g;

/**
 * A value as the text of a `<script type="application/json">`: JSON without any character that could end the element,
 * open another one or start a comment. JSON.parse returns the same value.
 */
export function dataBlock(value: unknown): string {
  return JSON.stringify(value).replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
