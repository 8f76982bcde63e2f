import { createHash } from 'node:crypto';

/** A 32-bit seed derived from the seed of a run and a name, so that each check makes its own reproducible choices. */
export function deriveSeed(seed: number, name: string): number {
  return createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE(0);
}
