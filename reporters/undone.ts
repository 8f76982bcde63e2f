import type { Undone } from '../engine/writes/undo.js';
import { paper } from './console/paper.js';
import { unrestored } from './console/restoration.js';
import type { ConsoleOptions } from './console.js';
import { literal } from './curl.js';
import { counted, thousands } from './numbers.js';
import { terminalText } from './terminal-text.js';

/** The result of `touchstone undo`. */
export function renderUndone(
  { baseUrl, records, unended, left, removed, again }: Undone,
  journal: string,
  { color, width }: ConsoleOptions,
): string {
  const target = terminalText(baseUrl, 200);
  const changedByOthers = left.filter(({ request }) => request === null);
  const lines = [
    ...unrestored(left, paper(color, width)),
    ...(removed.length === 0 ? [] : [`${counted(removed.length, 'removal')} had been sent and cannot be undone.`]),
    left.length === 0
      ? `Restored ${counted(records, 'record')} of ${target} to ${records === 1 ? 'its' : 'their'} state before the run.`
      : `${thousands(left.length)} of ${counted(records, 'record')} of ${target} ${left.length === 1 ? 'is' : 'are'} not restored.`,
    ...(again === null || unended === 0
      ? []
      : [`${counted(unended, 'bulk update')} had not ended, so records may still change.`]),
    ...(again === null
      ? []
      : [`The journal ${terminalText(journal, 300)} is kept. Retry with: ${terminalText(again, 2000)}`]),
    ...(again === null || changedByOthers.length === 0
      ? []
      : [
          `To restore records changed by another client anyway, add: ${changedByOthers.map(({ id }) => `--force-record ${literal(id)}`).join(' ')}`,
        ]),
  ];
  return `${lines.join('\n')}\n`;
}
