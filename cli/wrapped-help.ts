import { wrap } from '../reporters/console/wrap.js';
import { type Io, widthOf } from './io.js';

/**
 * A help text with its paragraphs wrapped to the width of the terminal, as commander wraps the options. An indented line,
 * such as a command, stays as it is, and so does the end of a paragraph at an empty line or before one.
 */
export function wrappedHelp(text: string, { stdout }: Pick<Io, 'stdout'>): string {
  return text
    .replace(/(?<=\S)\n(?=\S)/g, ' ')
    .split('\n')
    .flatMap((line) => (line.startsWith(' ') ? [line] : wrap(line, widthOf(stdout))))
    .join('\n');
}
