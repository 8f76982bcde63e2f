/**
 * Rows of a covering array of strength 2: every compatible pair of values is in at least one row, and all values of a row
 * are compatible. Greedy, in the manner of AETG: each row starts with the value that has the most uncovered pairs, and takes
 * whatever covers the most further ones. `size` is the number of values, which are numbered from 0.
 */
export function coveringArray(size: number, isCompatible: (one: number, other: number) => boolean): number[][] {
  const open = uncovered(size, isCompatible);
  const rows: number[][] = [];
  for (let first = mostOpen(open); first !== undefined; first = mostOpen(open)) {
    const row = [first];
    for (let next = best(row, open, isCompatible); next !== undefined; next = best(row, open, isCompatible)) {
      for (const one of row) {
        open[one]?.delete(next);
        open[next]?.delete(one);
      }
      row.push(next);
    }
    rows.push(row.sort((one, other) => one - other));
  }
  return rows;
}

/** By value: the values that are compatible with it and in no row with it yet. */
function uncovered(size: number, isCompatible: (one: number, other: number) => boolean): Set<number>[] {
  const values = Array.from({ length: size }, (_unused, index) => index);
  return values.map((one) => new Set(values.filter((other) => other !== one && isCompatible(one, other))));
}

/** The value with the most uncovered pairs; undefined if all are covered. */
function mostOpen(open: readonly ReadonlySet<number>[]): number | undefined {
  const most = Math.max(0, ...open.map((own) => own.size));
  return most === 0 ? undefined : open.findIndex((own) => own.size === most);
}

/** The value to add to a row: compatible with all of it, and in the most uncovered pairs; undefined if none is in any. */
function best(
  row: readonly number[],
  open: readonly ReadonlySet<number>[],
  isCompatible: (one: number, other: number) => boolean,
): number | undefined {
  let [found, most]: [number | undefined, number] = [undefined, 0];
  for (const candidate of open.keys()) {
    if (row.includes(candidate)) continue;
    const own = open[candidate];
    const covered = row.filter((one) => own?.has(one)).length;
    // Of several that cover as many pairs, the one with the most pairs left: it needs the most rows.
    const score = covered * 10_000 + (own?.size ?? 0);
    if (covered === 0 || score <= most || !row.every((one) => isCompatible(one, candidate))) continue;
    [found, most] = [candidate, score];
  }
  return found;
}
