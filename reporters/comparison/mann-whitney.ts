/** The result of the Mann-Whitney U test for two samples. */
export interface RankTest {
  /** The two-sided p-value: the probability of a difference at least as large if both samples have one distribution. */
  readonly p: number;
  /** The share of pairs in which the second is the larger; ties count half. */
  readonly larger: number;
}

/**
 * The Mann-Whitney U test, two-sided, with the normal approximation, tie correction and continuity correction. It assumes
 * no distribution, which suits response times: they are skewed, and a few are very long.
 */
export function mannWhitney(first: readonly number[], second: readonly number[]): RankTest {
  const [n, m] = [first.length, second.length];
  if (n === 0 || m === 0) return { p: 1, larger: 0.5 };
  const { ranks, ties } = rankSums(first, second);
  const u = ranks - (m * (m + 1)) / 2;
  const all = n + m;
  const variance = ((n * m) / 12) * (all + 1 - ties / (all * (all - 1)));
  const distance = Math.max(0, Math.abs(u - (n * m) / 2) - 0.5);
  const p = variance > 0 ? erfc(distance / Math.sqrt(2 * variance)) : 1;
  return { p: Math.min(1, p), larger: u / (n * m) };
}

/** The sum of the ranks of the second sample in both together, and the sum of t³ - t over groups of t ties. */
function rankSums(first: readonly number[], second: readonly number[]): { ranks: number; ties: number } {
  const all = [...first.map((value) => ({ value, own: 0 })), ...second.map((value) => ({ value, own: 1 }))];
  all.sort((a, b) => a.value - b.value);
  let [ranks, ties] = [0, 0];
  for (let from = 0; from < all.length; ) {
    let to = from;
    while (to < all.length && all[to]?.value === all[from]?.value) to += 1;
    const tied = to - from;
    const own = all.slice(from, to).reduce((sum, one) => sum + one.own, 0);
    ranks += own * ((from + 1 + to) / 2);
    ties += tied ** 3 - tied;
    from = to;
  }
  return { ranks, ties };
}

/** The complementary error function of a number that is not negative, to seven digits (Abramowitz and Stegun 7.1.28). */
function erfc(x: number): number {
  const [a, b, c, d, e, f] = [0.0705230784, 0.0422820123, 0.0092705272, 0.0001520143, 0.0002765672, 0.0000430638];
  const sum = 1 + x * (a + x * (b + x * (c + x * (d + x * (e + x * f)))));
  return sum ** -16;
}
