import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combinations } from '../../proof/combinations.js';
import { coveringArray } from '../../proof/covering-array.js';
import { variants } from '../../reference/variants/index.js';
import { touchesOf } from '../../reference/variants/touches.js';

type Compatible = (one: number, other: number) => boolean;

/** All pairs of a row, the smaller value first. */
const pairsOf = (row: readonly number[]): [number, number][] =>
  row.flatMap((one, index) => row.slice(index + 1).map((other): [number, number] => [one, other]));

function pairsThat(size: number, isCompatible: Compatible): string[] {
  return pairsOf(Array.from({ length: size }, (_unused, index) => index))
    .filter(([one, other]) => isCompatible(one, other))
    .map(String);
}

describe('a covering array', () => {
  it('has every compatible pair, and no other', () => {
    const given = fc
      .integer({ min: 0, max: 14 })
      .chain((size) =>
        fc.record({ size: fc.constant(size), excluded: fc.uniqueArray(fc.nat(Math.max(0, size * size - 1))) }),
      );
    fc.assert(
      fc.property(given, ({ size, excluded }) => {
        const isCompatible: Compatible = (one, other) =>
          !excluded.includes(Math.min(one, other) * size + Math.max(one, other));
        const covered = new Set(coveringArray(size, isCompatible).flatMap((row) => pairsOf(row).map(String)));
        expect([...covered].sort()).toEqual(pairsThat(size, isCompatible).sort());
      }),
    );
  });

  it('needs few rows', () => {
    // 10 choices with 3 values each have 405 pairs.
    const isCompatible: Compatible = (one, other) => Math.floor(one / 3) !== Math.floor(other / 3);
    expect(coveringArray(30, isCompatible).length).toBeLessThanOrEqual(30);
  });
});

describe('the combinations of variants', () => {
  const ids = variants.map(({ id }) => id);
  const rows = combinations().map((row) => row.split('+').map((id) => ids.indexOf(id)));
  const touches = ids.map((id) => touchesOf(id));

  it('have each pair of variants that touch nothing in common', () => {
    const isCompatible: Compatible = (one, other) => {
      const [own, others] = [touches[one], touches[other]];
      return own != null && others != null && !own.some((aspect) => others.includes(aspect));
    };
    const covered = new Set(rows.flatMap((row) => pairsOf(row).map(String)));
    expect([...covered].sort()).toEqual(pairsThat(ids.length, isCompatible).sort());
  });

  it('name variants that exist, in their order', () => {
    expect(rows.filter((row) => row.includes(-1) || row.some((one, index) => one <= (row[index - 1] ?? -1)))).toEqual(
      [],
    );
  });
});
