import { quoted, targetWords } from '../target/command-words.js';
import type { Target } from '../target/target.js';

/** The scope that limits a bulk update to the listed records, unless the user names another one. */
export const DEFAULT_BULK_SCOPE = 'Only';

/** The command that undoes a journal of a run on a target, for a POSIX shell. It contains no secrets. */
export function undoCommand(journal: string, target: Target, bulkScope: string): string {
  const words = [
    journal,
    ...targetWords(target),
    ...(bulkScope === DEFAULT_BULK_SCOPE ? [] : ['--bulk-scope', bulkScope]),
  ];
  return ['touchstone', 'undo', ...words.map(quoted)].join(' ');
}
