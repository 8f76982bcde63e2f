import stringWidth from 'string-width';

/** The terminal columns that a text takes: wide characters such as `日` take two, combining marks none. */
export function displayWidth(text: string): number {
  return stringWidth(text);
}

/** Pads a text with spaces to `width` columns, on the right unless it is aligned right. */
export function padded(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const padding = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return align === 'right' ? padding + text : text + padding;
}

/** Cuts a text to at most `width` columns; the last column of a text that is cut is an ellipsis. */
export function truncated(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = '';
  let room = Math.max(0, width - 1);
  for (const character of text) {
    room -= displayWidth(character);
    if (room < 0) break;
    kept += character;
  }
  return `${kept}…`;
}
