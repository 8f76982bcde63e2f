import { shardIn } from '../../engine/run/shards/shard.js';
import { UsageError } from '../../engine/target/usage-error.js';
import type { Check } from '../../schemas/generated/touchstone.js';
import type { ShardReport, Shards } from './shards-of.js';

/** A check of a merged run, and the report of the shard that has it; `null` if its shard is missing. */
export interface Owned {
  readonly check: Check;
  readonly report: ShardReport | null;
}

/**
 * Each check of the plan from the shard that ran it. One whose shard is missing is inconclusive, never skipped. Throws a
 * UsageError if two shards ran a check, or none did though its shard is here: they divided the plan differently.
 */
export function ownedChecks({ reports, missing }: Shards): Owned[] {
  const [first] = reports;
  return (first?.checks ?? []).map((_unused, index) => ownerOf(reports, missing, index));
}

function ownerOf(reports: readonly ShardReport[], missing: readonly string[], index: number): Owned {
  const all = reports.flatMap((report) => {
    const check = report.checks[index];
    return check === undefined ? [] : [{ check, report, home: shardIn(check.reason) }];
  });
  const ran = all.filter(({ check, home }) => check.outcome !== 'excluded' || home === null);
  const [own, second] = ran;
  const [sample] = all;
  if (sample === undefined) throw new Error(`no shard has a check at place ${index}`);
  // A check that the user excluded is excluded in every shard.
  if (own?.check.outcome === 'excluded') return own;
  if (second !== undefined) {
    throw otherDivision(
      own?.check.id ?? '',
      `ran in ${ran.map(({ report }) => `shard ${report.shard.name}`).join(' and ')}`,
    );
  }
  if (own !== undefined) return own;
  const home = all.map((one) => one.home).find((name) => name !== null && name !== 'reads');
  const lost = missing.find((name) => name === home);
  if (lost === undefined) throw otherDivision(sample.check.id, 'ran in no shard');
  const reason = `shard ${lost}, which runs it, is missing`;
  return { check: { ...sample.check, outcome: 'inconclusive', reason }, report: null };
}

function otherDivision(id: string, what: string): UsageError {
  return new UsageError(
    `the shards divided the plan differently: ${id} ${what}`,
    'Give every shard the same --balance file, or none.',
  );
}
