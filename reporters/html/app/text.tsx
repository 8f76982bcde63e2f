import { terminalText } from '../../terminal-text.js';

/** Text from the target or of the run, on one line: what would hide, reorder or move text is shown as an escape. */
export function Text({ children }: { readonly children: string }) {
  return <bdi>{terminalText(children)}</bdi>;
}

/** Text of several lines, with everything but the ends of its lines made visible. */
export function visibleLines(text: string): string {
  return text
    .split('\n')
    .map((line) => terminalText(line))
    .join('\n');
}
