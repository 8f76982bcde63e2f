import type { Undone } from '../engine/writes/undo.js';
import { paper } from './console/paper.js';
import { leftovers } from './console/restoration.js';
import type { ConsoleOptions } from './console.js';
import { literal } from './curl.js';
import { counted } from './numbers.js';
import { terminalText } from './terminal-text.js';

/** What came of undoing a journal. */
export function renderUndone(
  { baseUrl, records, left, removed, again }: Undone,
  journal: string,
  { color, width }: ConsoleOptions,
): string {
  const target = terminalText(baseUrl, 200);
  const theirs = left.filter(({ request }) => request === null);
  const lines = [
    ...leftovers(left, paper(color, width)),
    ...(removed.length === 0
      ? []
      : [`${counted(removed.length, 'removal')} had been sent: nothing brings those users back.`]),
    left.length === 0
      ? `${counted(records, 'record')} of ${target} ${records === 1 ? 'is' : 'are'} as before the run.`
      : `${left.length} of ${counted(records, 'record')} of ${target} ${left.length === 1 ? 'is' : 'are'} not restored.`,
    ...(again === null
      ? []
      : [`The journal ${terminalText(journal, 300)} stays. Try again: ${terminalText(again, 2000)}`]),
    ...(again === null || theirs.length === 0
      ? []
      : [
          `To restore a record all the same, add: ${theirs.map(({ id }) => `--force-record ${literal(id)}`).join(' ')}`,
        ]),
  ];
  return `${lines.join('\n')}\n`;
}
