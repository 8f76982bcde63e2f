import type { Undone } from '../engine/writes/undo.js';
import { paper } from './console/paper.js';
import { leftovers } from './console/restoration.js';
import type { ConsoleOptions } from './console.js';
import { counted } from './numbers.js';
import { terminalText } from './terminal-text.js';

/** What came of undoing a journal. */
export function renderUndone(
  { baseUrl, records, left, removed }: Undone,
  journal: string,
  { color, width }: ConsoleOptions,
): string {
  const target = terminalText(baseUrl, 200);
  const theirs = left.filter(({ request }) => request === null).length;
  const stays = left.length - theirs;
  const lines = [
    ...leftovers(left, paper(color, width)),
    ...(removed.length === 0
      ? []
      : [`${counted(removed.length, 'removal')} had been sent: nothing brings those users back.`]),
    left.length === 0
      ? `${counted(records, 'record')} of ${target} ${records === 1 ? 'is' : 'are'} as before the run.`
      : `${left.length} of ${counted(records, 'record')} of ${target} could not be put back.`,
    ...(stays === 0
      ? []
      : [`The journal stays, so that it can be tried again: touchstone undo ${terminalText(journal, 300)}`]),
  ];
  return `${lines.join('\n')}\n`;
}
