const SEEDS = 2 ** 32;

/** A seed for a run that is not given one. */
export function randomSeed(): number {
  return Math.floor(Math.random() * SEEDS);
}
