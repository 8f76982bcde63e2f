import type { WritePreview } from '../engine/run/preview.js';
import { counted } from './numbers.js';
import { terminalText } from './terminal-text.js';

/** The records that a run would write to, for a person who decides whether it may. */
export function renderWritePreview({ checks, kinds, removed }: WritePreview): string {
  const lines = kinds.flatMap(({ kind, ids, all, problem }) => [
    '',
    problem === null
      ? `${counted(ids.length, `${kind} record`)} at most would be written to, and put back:`
      : `no ${kind} record would be written to: ${terminalText(problem, 300)}`,
    ...ids.map((id) => `  ${terminalText(id, 100)}`),
    ...(all
      ? [`and, as --allow-scope-all permits, every other ${kind} record too, in bulk updates of all of them`]
      : []),
  ]);
  const gone =
    removed === null
      ? []
      : [
          '',
          `from the subscription ${terminalText(removed.from, 100)} would be removed, for good, at most:`,
          ...removed.ids.map((id) => `  ${terminalText(id, 100)}`),
        ];
  return `${[`${counted(checks, 'check')} would write; nothing has been written.`, ...lines, ...gone].join('\n')}\n`;
}
