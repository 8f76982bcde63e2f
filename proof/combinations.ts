import { shuffledSubarray } from 'fast-check';
import { sampleOf } from '../generators/sample-of.js';
import { variants } from '../reference/variants/index.js';
import { touchesOf } from '../reference/variants/touches.js';
import { coveringArray } from './covering-array.js';

/** The variants that are combined with others, with the aspects that each touches. */
const combined = variants.flatMap(({ id }) => {
  const touches = touchesOf(id);
  return touches === null ? [] : [{ id, touches }];
});

/** Whether two variants can be combined: they touch nothing in common. */
function isCompatible(one: number, other: number): boolean {
  return !combined[one]?.touches.some((aspect) => combined[other]?.touches.includes(aspect));
}

let rows: readonly string[] | undefined;

/** Combinations of variants, such as `one+other`: each two compatible variants are together in at least one of them. */
export function combinations(): readonly string[] {
  rows ??= coveringArray(combined.length, isCompatible).map((row) => row.map((index) => combined[index]?.id).join('+'));
  return rows;
}

/** The number of variants that are drawn for a random combination: about a third of them is compatible with the others. */
const DRAWN = { minLength: 2, maxLength: 40 };

/** Different random combinations of two or more compatible variants, drawn by a seed. */
export function randomCombinations(count: number, seed: number): readonly string[] {
  const drawn = new Set<string>();
  const all = shuffledSubarray([...combined.keys()], DRAWN);
  for (let more = count; drawn.size < count; more *= 2) {
    for (const indexes of sampleOf(all, seed, more).map(compatible)) {
      if (indexes.length > 1 && drawn.size < count) drawn.add(indexes.map((index) => combined[index]?.id).join('+'));
    }
  }
  return [...drawn];
}

/** Of the variants, those that are compatible with each one before them, in the order of the registry. */
function compatible(indexes: readonly number[]): number[] {
  const taken: number[] = [];
  for (const index of indexes) if (taken.every((other) => isCompatible(index, other))) taken.push(index);
  return taken.sort((one, other) => one - other);
}

/** The number of pairs of variants in some combinations, each pair counted once. */
export function pairsIn(ids: readonly string[]): number {
  const pairs = ids.flatMap((id) => {
    const parts = id.split('+');
    return parts.flatMap((one, index) => parts.slice(index + 1).map((other) => `${one}+${other}`));
  });
  return new Set(pairs).size;
}
