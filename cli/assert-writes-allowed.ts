import type { CheckOptions } from '../engine/target/options.js';
import { UsageError } from '../engine/target/usage-error.js';
import { HOW_TO_WRITE } from '../options/groups/run.js';
import { flagOf } from '../options/text.js';
import type { Flags } from './flags.js';

/**
 * Throws a UsageError for a flag of how a run writes if the run may not write. A config file may have such an option, because
 * other runs with the same file may write.
 */
export function assertWritesAllowed(flags: Flags, { allowWrites, allowDestroy }: CheckOptions): void {
  const given = HOW_TO_WRITE.find((key) => flags[key] !== undefined);
  if (given === undefined || allowWrites || allowDestroy) return;
  throw new UsageError(`${flagOf(given)} has no effect without --allow-writes`, 'Add --allow-writes, or omit it.');
}
