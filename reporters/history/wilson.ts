/** The 95 % quantile of the normal distribution, two-sided. */
const Z = 1.959964;

/** A share with its 95 % Wilson score interval, which also suits few trials and shares near 0 and 1. */
export interface Share {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** The share of successes in trials; everything is possible without trials. */
export function wilson(successes: number, trials: number): Share {
  if (trials === 0) return { share: 0, low: 0, high: 1 };
  const share = successes / trials;
  const square = Z ** 2;
  const center = share + square / (2 * trials);
  const spread = Z * Math.sqrt((share * (1 - share) + square / (4 * trials)) / trials);
  const all = 1 + square / trials;
  return { share, low: Math.max(0, (center - spread) / all), high: Math.min(1, (center + spread) / all) };
}
