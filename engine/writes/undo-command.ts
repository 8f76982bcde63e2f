import { quoted, targetWords } from '../target/command-words.js';
import type { Target } from '../target/target.js';

/** The scope with which a bulk update is about the listed records alone, unless a person names another one. */
export const DEFAULT_BULK_SCOPE = 'Only';

/** The command that undoes a journal of a run on a target, for a POSIX shell. Secrets are left out. */
export function undoCommand(journal: string, target: Target, bulkScope: string): string {
  const words = [
    journal,
    ...targetWords(target),
    ...(bulkScope === DEFAULT_BULK_SCOPE ? [] : ['--bulk-scope', bulkScope]),
  ];
  return ['touchstone', 'undo', ...words.map(quoted)].join(' ');
}
