import { isDeepStrictEqual } from 'node:util';
import { parseShard, shardIn, shardName } from '../../engine/run/shards/shard.js';
import { UsageError } from '../../engine/target/usage-error.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';

/** The report of a shard, and the file that it was read from, for messages. */
export interface ShardFile {
  readonly file: string;
  readonly report: RunReport;
}

/** The report of a shard. */
export type ShardReport = RunReport & { readonly shard: NonNullable<RunReport['shard']> };

/** The reports of one run by the name of their shard, in order, and the names of the shards that are missing. */
export interface Shards {
  readonly reports: readonly ShardReport[];
  readonly missing: readonly string[];
}

/** What all shards of a run have in common. */
const COMMON: readonly { readonly what: string; readonly of: (report: ShardReport) => unknown }[] = [
  { what: 'version of touchstone', of: ({ touchstone }) => touchstone },
  { what: 'seed', of: ({ seed }) => seed },
  { what: 'target', of: ({ target }) => ({ ...target, ...(target.embedded && { baseUrl: '' }) }) },
  { what: 'plan', of: ({ shard }) => shard.plan },
  { what: 'selection', of: ({ selection }) => selection },
  {
    what: 'baseline',
    of: ({ baseline }) => baseline?.entries.map(({ accepts: _accepts, fixed: _fixed, ...entry }) => entry),
  },
];

/** The longest pause between the shards of one run, which may be run one after another. */
const LONGEST_PAUSE_HOURS = 6;
const HOUR_MS = 3_600_000;

/**
 * The shards of one run, from their reports in any order. Throws a UsageError for reports of different runs, for two
 * reports of one shard, and for the report of a whole run.
 */
export function shardsOf(files: readonly ShardFile[]): Shards {
  const shards = files.map(({ file, report }) => ({ file, report: ofShard(file, report) }));
  const [first, ...others] = shards;
  if (first === undefined) throw new UsageError('there is no report to merge', 'Give the reports of the shards.');
  for (const other of others) assertSameRun(first, other);
  assertNoPause(shards);
  const totals = new Map(shards.flatMap(({ file, report }) => totalOf(report).map((total) => [total, file] as const)));
  if (totals.size > 1) {
    const [[one, file], [two, another]] = [...totals] as [[number, string], [number, string]];
    throw new UsageError(
      `${file} is one of ${one} shards, but ${another} is one of ${two}`,
      'Merge one run at a time.',
    );
  }
  const [total = 0] = totals.keys();
  const wanted = Array.from({ length: total }, (_unused, index) => shardName({ index: index + 1, total }));
  if (total === 0 && homesOf(shards).includes('reads')) {
    throw new UsageError(`${first.file} is the shard of writes alone`, 'Give the reports of the other shards too.');
  }
  const hasWrites = shards.some(({ report }) => report.shard.name === 'writes') || homesOf(shards).includes('writes');
  const names = hasWrites ? [...wanted, 'writes'] : wanted;
  const found = new Map<string, string>();
  for (const { file, report } of shards) {
    const known = found.get(report.shard.name);
    if (known !== undefined) {
      throw new UsageError(`${known} and ${file} are both shard ${report.shard.name}`, 'Give each shard once.');
    }
    found.set(report.shard.name, file);
  }
  const ordered = names.flatMap((name) => shards.find(({ report }) => report.shard.name === name)?.report ?? []);
  return { reports: ordered, missing: names.filter((name) => !found.has(name)) };
}

function ofShard(file: string, report: RunReport): ShardReport {
  const { shard } = report;
  if (shard !== undefined) return { ...report, shard };
  throw new UsageError(
    `${file} is not the report of a shard`,
    'Give the reports of `touchstone check --shard`; keep the merged report in another folder.',
  );
}

function assertSameRun(one: { file: string; report: ShardReport }, other: { file: string; report: ShardReport }) {
  const differing = COMMON.find(({ of }) => !isDeepStrictEqual(of(one.report), of(other.report)));
  if (differing === undefined) return;
  throw new UsageError(
    `${one.file} and ${other.file} are not shards of one run: the ${differing.what} differs`,
    'Give every shard the same options, config file, baseline and version.',
  );
}

/** Runs of the same plan have the same seed, so that only the time distinguishes a shard that an earlier run left behind. */
function assertNoPause(shards: readonly { readonly file: string; readonly report: ShardReport }[]): void {
  const inOrder = shards
    .map(({ file, report }) => ({ file, start: Date.parse(report.startedAt), durationMs: report.durationMs }))
    .toSorted((one, other) => one.start - other.start);
  let last: { readonly file: string; readonly end: number } | undefined;
  for (const { file, start, durationMs } of inOrder) {
    const hours = last === undefined ? 0 : (start - last.end) / HOUR_MS;
    if (last !== undefined && hours > LONGEST_PAUSE_HOURS) {
      throw new UsageError(
        `${last.file} and ${file} are not shards of one run: the second started ${Math.round(hours)} hours after the first had ended`,
        'Remove the reports of earlier runs, or write those of each run to a folder of their own.',
      );
    }
    const end = start + durationMs;
    if (last === undefined || end > last.end) last = { file, end };
  }
}

function totalOf({ shard }: ShardReport): number[] {
  const parsed = parseShard(shard.name);
  return parsed === 'writes' ? [] : [parsed.total];
}

/** The shards that the checks of some reports run in, as these reports name them. */
function homesOf(shards: readonly { readonly report: ShardReport }[]): (string | null)[] {
  return shards.flatMap(({ report }) => report.checks.map(({ reason }) => shardIn(reason)));
}
