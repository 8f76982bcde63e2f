import type { WritePreview } from '../engine/run/preview.js';
import { counted } from './numbers.js';
import { terminalText } from './terminal-text.js';

/** The records that a run would write, for the person who decides whether to allow it. */
export function renderWritePreview({ checks, kinds, removed }: WritePreview): string {
  const lines = kinds.flatMap(({ kind, ids, all, problem }) => [
    '',
    problem === null
      ? `Would write at most ${counted(ids.length, `${kind} record`)} and restore ${ids.length === 1 ? 'it' : 'them'}:`
      : `Would write no ${kind} record: ${terminalText(problem, 300)}`,
    ...ids.map((id) => `  ${terminalText(id, 100)}`),
    ...(all ? [`  and all other ${kind} records, in bulk updates with scope "all" (--allow-scope-all)`] : []),
  ]);
  const removal =
    removed === null
      ? []
      : [
          '',
          `Would permanently remove at most ${counted(removed.ids.length, 'user')} from subscription ${terminalText(removed.from, 100)}:`,
          ...removed.ids.map((id) => `  ${terminalText(id, 100)}`),
        ];
  return `${[`${counted(checks, 'check')} would write. Nothing has been written.`, ...lines, ...removal].join('\n')}\n`;
}
