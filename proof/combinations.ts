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

/** The number of pairs of variants in some combinations, each pair counted once. */
export function pairsIn(ids: readonly string[]): number {
  const pairs = ids.flatMap((id) => {
    const parts = id.split('+');
    return parts.flatMap((one, index) => parts.slice(index + 1).map((other) => `${one}+${other}`));
  });
  return new Set(pairs).size;
}
