import type { CheckOptions } from '../engine/target/options.js';
import { HOW_TO_WRITE } from '../options/groups/run.js';
import { flagOf } from '../options/text.js';
import type { Flags } from './flags.js';

/**
 * What to say of the flags of how a run writes if the run may not write; `null` without such a flag. A config file may have such an
 * option, because other runs with the same file may write.
 */
export function withoutEffect(flags: Flags, { allowWrites, allowDestroy }: CheckOptions): string | null {
  const given = HOW_TO_WRITE.filter((key) => flags[key] !== undefined).map(flagOf);
  if (given.length === 0 || allowWrites || allowDestroy) return null;
  return `${given.join(', ')} ${given.length === 1 ? 'has' : 'have'} no effect without --allow-writes`;
}
