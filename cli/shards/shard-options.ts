import { relative, resolve } from 'node:path';
import { parseShard, shardName } from '../../engine/run/shards/shard.js';
import type { CheckOptions } from '../../engine/target/options.js';
import { UsageError } from '../../engine/target/usage-error.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import type { Flags } from '../flags.js';
import type { Io } from '../io.js';
import { readRunReport } from '../run-report.js';
import { shardOfEnvironment } from './shard-of-environment.js';

/** The shard of a run, and the durations to balance the shards by. Throws a UsageError for flags that contradict each other. */
export async function shardOptions(
  { shard, balance, compare, history }: Flags,
  { cwd, env }: Io,
): Promise<Pick<CheckOptions, 'shard' | 'balance'>> {
  if (shard === undefined) {
    if (balance === undefined) return {};
    throw new UsageError('--balance divides a run into shards, and there is no --shard', 'Add --shard INDEX/TOTAL.');
  }
  if (compare !== undefined) {
    throw new UsageError(
      '--compare compares whole runs, and --shard runs a part',
      'Merge the shards, then use `touchstone compare`.',
    );
  }
  if (history !== undefined) {
    throw new UsageError(
      '--history records whole runs, and --shard runs a part',
      'Give --history to `touchstone merge`.',
    );
  }
  const name = shardName(parseShard(shard === 'auto' ? shardOfEnvironment(env) : shard));
  if (balance === undefined) return { shard: name };
  const weights = weightsOf(await readRunReport(cwd, balance));
  return { shard: name, balance: { weights, file: relative(cwd, resolve(cwd, balance)) } };
}

/** How long each operation took: its requests, times the time of one. */
function weightsOf({ operations }: RunReport): Record<string, number> {
  return Object.fromEntries(operations.map(({ id, requests, times }) => [id, requests * (times?.medianMs ?? 1)]));
}
