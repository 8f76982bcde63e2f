import { createHash } from 'node:crypto';

/** A number of 32 bits made from the seed of a run and a name, so that each check chooses for itself, always alike. */
export function deriveSeed(seed: number, name: string): number {
  return createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE(0);
}
