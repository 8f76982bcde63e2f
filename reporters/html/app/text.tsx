import { terminalText } from '../../terminal-text.js';

/** One line of text from the target or the run; characters that hide, reorder or move text are shown as escapes. */
export function Text({ children }: { readonly children: string }) {
  return <bdi>{terminalText(children)}</bdi>;
}

/** Text of several lines, with all invisible characters except line breaks escaped. */
export function visibleLines(text: string): string {
  return text
    .split('\n')
    .map((line) => terminalText(line))
    .join('\n');
}
