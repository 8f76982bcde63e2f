import { counted } from '../../reporters/numbers.js';
import type { Incomplete } from '../../schemas/generated/touchstone.js';
import type { Owned } from './owned.js';
import type { ShardReport, Shards } from './shards-of.js';

type Unmet = Incomplete['unmet'][number];
type Part = Incomplete & { readonly name: string };

/** Why a merged run is incomplete: what its shards lack, the shards that are missing, and unmet requirements. */
export function mergedIncomplete(
  { reports, missing }: Shards,
  owned: readonly Owned[],
  requirements: readonly Unmet[],
): Incomplete | null {
  const parts = reports.flatMap(partOf);
  const lost = missing.map((name) => missingShard(name, owned));
  const unmet = [...lost, ...requirements];
  if (parts.length === 0 && unmet.length === 0) return null;
  const causes: Incomplete['causes'] = {};
  for (const part of parts) {
    for (const [cause, count] of Object.entries(part.causes)) {
      const key = cause as keyof typeof causes;
      causes[key] = (causes[key] ?? 0) + count;
    }
  }
  const moments = parts.toSorted((one, other) =>
    (one.firstTrouble?.at ?? '~') < (other.firstTrouble?.at ?? '~') ? -1 : 1,
  );
  const reasons = [
    ...parts.map(({ name, reason }) => `shard ${name}: ${reason}`),
    ...unmet.map(({ reason }) => reason),
  ];
  const [first] = moments;
  return {
    reason: reasons.join('; '),
    checks: parts.reduce((sum, { checks }) => sum + checks, 0),
    causes,
    unmet,
    firstTrouble: first?.firstTrouble ?? null,
    lastGood: first?.lastGood ?? null,
    probe: first?.probe ?? null,
    endedEarly: parts.some(({ endedEarly }) => endedEarly),
  };
}

/** Why a shard is incomplete: for one that could not test the target at all, the reason of that. */
function partOf({ shard, incomplete }: ShardReport): Part[] {
  if (incomplete !== undefined) return [{ ...incomplete, name: shard.name }];
  if (shard.unjudged === null) return [];
  const none = { checks: 0, causes: {}, unmet: [], firstTrouble: null, lastGood: null, probe: null, endedEarly: false };
  return [{ ...none, name: shard.name, reason: shard.unjudged }];
}

function missingShard(name: string, owned: readonly Owned[]): Unmet {
  const missing = owned
    .filter(({ check, report }) => report === null && check.reason?.startsWith(`shard ${name},`))
    .map(({ check }) => check.id);
  return {
    requirement: `shard ${name}`,
    missing,
    reason: `the report of shard ${name} is missing, with ${counted(missing.length, 'check')}`,
  };
}
