import { displayWidth } from '../display-width.js';

/** Splits a text at spaces into lines of at most `width` terminal columns; a longer word gets a line of its own. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of text.split(' ')) {
    const wordWidth = displayWidth(word);
    if (line !== '' && used + 1 + wordWidth > width) {
      lines.push(line);
      line = word;
      used = wordWidth;
    } else {
      used += line === '' ? wordWidth : 1 + wordWidth;
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
