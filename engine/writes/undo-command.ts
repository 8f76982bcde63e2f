import { optionWords } from '../../options/text.js';
import { quoted, targetWords } from '../target/command-words.js';
import type { Target } from '../target/target.js';

/** The command that undoes a journal of a run on a target, for a POSIX shell. It contains no secrets. */
export function undoCommand(journal: string, target: Target, bulkScope: string): string {
  const words = [journal, ...targetWords(target), ...optionWords({ bulkScope })];
  return ['touchstone', 'undo', ...words.map(quoted)].join(' ');
}
