import type { Operation } from '../../../contract/types.js';
import { plural } from '../../../numbers/plural.js';
import { DEFAULTS } from '../../../options/declared.js';
import { allowanceOf, mostRequests } from '../../target/budget.js';
import type { CheckOptions } from '../../target/options.js';
import { UsageError } from '../../target/usage-error.js';
import { tiersOf } from '../../writes/begin.js';
import type { PlannedCheck } from '../plan.js';
import { isLate } from '../run-writes.js';
import { balanced, type Work } from './balanced.js';
import { parseShard, runsIn, type Shard, shardName } from './shard.js';

/** The options of a run as its shard has them: a shard of reads may not write, and has its share of the rate. */
export function optionsInShard(options: CheckOptions): CheckOptions {
  const shard = options.shard === undefined ? 'writes' : parseShard(options.shard);
  if (shard === 'writes') return options;
  const { allowWrites: _writes, allowDestroy: _destroy, allowScopeAll: _all, ...reads } = options;
  return { ...reads, ...(options.rps !== undefined && { rps: options.rps / shard.total }) };
}

/**
 * A plan in which the checks of other shards are excluded; the whole plan without `--shard`. The reads are divided by
 * operation. All that writes runs in one shard of its own, because a write would change what other shards read. Throws a
 * UsageError for a shard without checks.
 */
export function sharded(checks: readonly PlannedCheck[], options: CheckOptions): readonly PlannedCheck[] {
  if (options.shard === undefined) return checks;
  const own = parseShard(options.shard);
  const writes = tiersOf(options).size > 0;
  const isOfWrites = (check: PlannedCheck) => writes && isLate(check);
  const selected = checks.filter(({ excluded }) => excluded === null);
  const reads = [...new Set(selected.filter((check) => !isOfWrites(check)).map(({ operation }) => operation))];
  assertWork(own, reads.length, selected.some(isOfWrites));
  const homes = own === 'writes' ? new Map<string, number>() : balanced(worksOf(reads, options), own.total);
  const otherHome = (check: PlannedCheck): string | null => {
    if (isOfWrites(check)) return own === 'writes' ? null : runsIn('writes');
    if (own === 'writes') return runsIn('reads');
    const index = homes.get(check.operation.id) ?? 0;
    return index === own.index ? null : runsIn({ index, total: own.total });
  };
  return checks.map((check) => (check.excluded === null ? { ...check, excluded: otherHome(check) } : check));
}

/** Throws a UsageError for a shard that would have nothing to do. */
function assertWork(shard: Shard, reads: number, writes: boolean): void {
  if (shard === 'writes' && !writes) {
    throw new UsageError(
      'the selection has no check for --shard writes',
      'Give --allow-writes or --allow-destroy with an operation that writes, or omit this shard.',
    );
  }
  if (shard === 'writes' || shard.total <= reads) return;
  throw new UsageError(
    `--shard ${shardName(shard)}: there are more shards than the ${plural(reads, 'operation')} that this selection reads`,
    reads === 0
      ? 'Use --shard writes alone.'
      : `Use at most ${plural(reads, 'shard')}, because an operation is not divided.`,
  );
}

/** The operations with the time that each takes: that of an earlier run, or an estimate from the plan. */
function worksOf(operations: readonly Operation[], { balance, budget = DEFAULTS.budget }: CheckOptions): Work[] {
  const allowance = allowanceOf(budget);
  return operations.map((operation) => ({
    id: operation.id,
    weight: balance?.weights[operation.id] ?? mostRequests(allowance, operation),
  }));
}
