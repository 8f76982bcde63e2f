import { UsageError } from '../../target/usage-error.js';

/** A part of a run: one of `total` equal shares of the reads, or everything that writes. */
export type Shard = { readonly index: number; readonly total: number } | 'writes';

/** More shards than any plan has operations; a larger number is a mistake. */
const MOST = 1000;
const OF_READS = 'runs in a shard of reads';

/** Parses `2/8`, or `writes`; throws a UsageError for anything else, and for an index that is not from 1 to the total. */
export function parseShard(text: string): Shard {
  if (text === 'writes') return 'writes';
  const [, first = '', second = ''] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  const [index, total] = [Number(first), Number(second)];
  if (index >= 1 && index <= total && total <= MOST) return { index, total };
  throw new UsageError(
    `--shard ${JSON.stringify(text)} is not a shard`,
    `Write --shard INDEX/TOTAL with an index from 1 to the total, such as 2/8 (at most ${MOST} shards), or --shard writes.`,
  );
}

/** `2/8`, or `writes`. */
export function shardName(shard: Shard): string {
  return shard === 'writes' ? shard : `${shard.index}/${shard.total}`;
}

/** The reason of a check that another shard runs; the shard of writes knows only that it is one of reads. */
export function runsIn(shard: Shard | 'reads'): string {
  return shard === 'reads' ? OF_READS : `runs in shard ${shardName(shard)}`;
}

/** The shard that such a reason names, or `reads` for any that reads; `null` for another reason. */
export function shardIn(reason: string | null): string | null {
  if (reason === OF_READS) return 'reads';
  return /^runs in shard (\d+\/\d+|writes)$/.exec(reason ?? '')?.[1] ?? null;
}
