/** A part of the work that is not divided further, and how long it takes, in any unit. */
export interface Work {
  readonly id: string;
  readonly weight: number;
}

/**
 * The shard of each part, from 1 to `total`, so that the shards take about equally long: longest processing time first,
 * each to the shard with the least so far. The same works in the same order give the same shards.
 */
export function balanced(works: readonly Work[], total: number): ReadonlyMap<string, number> {
  const loads = Array.from({ length: total }, () => ({ weight: 0, count: 0 }));
  const shards = new Map<string, number>();
  for (const { id, weight } of works.toSorted((one, other) => other.weight - one.weight)) {
    const index = loads.reduce((best, load, at) => (isLighter(load, loads[best]) ? at : best), 0);
    const load = loads[index];
    if (load !== undefined) {
      load.weight += weight;
      load.count += 1;
    }
    shards.set(id, index + 1);
  }
  return shards;
}

interface Load {
  readonly weight: number;
  readonly count: number;
}

/** Parts without weight are spread by their number. */
function isLighter(one: Load, other: Load | undefined): boolean {
  if (other === undefined || one.weight !== other.weight) return other === undefined || one.weight < other.weight;
  return one.count < other.count;
}
