import fc from 'fast-check';
import { memberOf } from './member-of.js';

/** A source of values, and its weight. */
export interface Source<Value> {
  readonly weight: number;
  readonly arbitrary: fc.Arbitrary<Value>;
}

/**
 * Existing values, their neighbours, and others. Every source shrinks towards the first existing value, or, if there is
 * none, towards the simplest value of the first other source.
 */
export function mostlyHeld<Value>(
  held: readonly Value[],
  neighboursOf: (value: Value) => readonly Value[],
  others: readonly Source<Value>[],
): fc.Arbitrary<Value> {
  if (held.length === 0) return fc.oneof({ withCrossShrink: true }, ...others);
  const present = memberOf(held);
  const near = fc.tuple(present, fc.noBias(fc.nat({ max: 719 }))).map(([value, choice]) => {
    const neighbours = neighboursOf(value);
    return neighbours[choice % neighbours.length] ?? value;
  });
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 8, arbitrary: present },
    { weight: 5, arbitrary: near },
    ...others,
  );
}
