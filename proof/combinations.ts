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

/** The id of the combination of some variants, in the order of the registry. */
function idOf(indexes: readonly number[]): string {
  const sorted = indexes.toSorted((one, other) => one - other);
  return sorted.map((index) => combined[index]?.id).join('+');
}

let rows: readonly string[] | undefined;

/** Combinations of variants, such as `one+other`: each two compatible variants are together in at least one of them. */
export function combinations(): readonly string[] {
  rows ??= coveringArray(combined.length, isCompatible).map(idOf);
  return rows;
}

/** Maximum number of variants in one of a few combinations: of too many, one could hide what another shows. */
const TOGETHER = 14;

/** Combinations of compatible variants, drawn by a seed, of which each variant is in exactly one, if alone where it must. */
export function fewCombinations(seed: number): readonly string[] {
  const all = shuffledSubarray([...combined.keys()], { minLength: combined.length });
  const groups: number[][] = [];
  for (const index of sampleOf(all, seed, 1).flat()) {
    const group = groups.find((own) => own.length < TOGETHER && own.every((other) => isCompatible(index, other)));
    if (group === undefined) groups.push([index]);
    else group.push(index);
  }
  return groups.map(idOf);
}

/** The number of variants that are drawn for a random combination: about a third of them is compatible with the others. */
const DRAWN = { minLength: 2, maxLength: 40 };

/** Different random combinations of two or more compatible variants, drawn by a seed. */
export function randomCombinations(count: number, seed: number): readonly string[] {
  const drawn = new Set<string>();
  const all = shuffledSubarray([...combined.keys()], DRAWN);
  for (let more = count; drawn.size < count; more *= 2) {
    for (const indexes of sampleOf(all, seed, more).map(compatible)) {
      if (indexes.length > 1 && drawn.size < count) drawn.add(idOf(indexes));
    }
  }
  return [...drawn];
}

/** Of the variants, those that are compatible with each one before them. */
function compatible(indexes: readonly number[]): number[] {
  const taken: number[] = [];
  for (const index of indexes) if (taken.every((other) => isCompatible(index, other))) taken.push(index);
  return taken;
}

/** The number of pairs of variants in some combinations, each pair counted once. */
export function pairsIn(ids: readonly string[]): number {
  const pairs = ids.flatMap((id) => {
    const parts = id.split('+');
    return parts.flatMap((one, index) => parts.slice(index + 1).map((other) => `${one}+${other}`));
  });
  return new Set(pairs).size;
}
