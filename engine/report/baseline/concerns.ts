import type { Level } from '../../../contract/types.js';
import type { BaselineEntry } from '../../../schemas/generated/touchstone.js';
import type { EntryPart } from './entry-parts.js';
import { pattern } from './pattern.js';

/** The part of a check that decides whether an entry concerns it. */
export interface CheckName {
  readonly id: string;
  readonly level: Level;
}

/** A predicate for the checks that an entry concerns: by id, and up to the level that it accepts. */
export function concerns(
  { check }: Pick<EntryPart, 'check'>,
  level: BaselineEntry['level'],
): (check: CheckName) => boolean {
  const named = pattern(check);
  return (one) => (one.level === 'should' || (one.level === 'must' && level === 'must')) && named(one.id);
}
