import { hasBit, setBit } from './bits.js';
import type { Column } from './table.js';
import { type Truth, truthOf } from './truth.js';

/**
 * The outcomes of a comparison, with those for a null where a value may stand for one: a text other than the sought one
 * may also be unknown, or not satisfy any operator, and nothing is claimed about the sought one or about a date. `core` is
 * the outcome before the operator negates it.
 */
export function orNull(truth: Truth, { type, standIns, rows }: Column, core: Truth): Truth {
  if (standIns.length === 0) return truth;
  const third = truth.length / 3;
  const part = (index: number) => truth.slice(index * third, (index + 1) * third);
  const [yes, no, unknown] = [part(0), part(1), part(2)];
  for (const row of standIns.flatMap((value) => rows[value] ?? [])) {
    setBit(unknown, row);
    setBit(no, row);
    if (type !== 'string' || hasBit(core.subarray(0, third), row)) setBit(yes, row);
  }
  return truthOf(yes, no, unknown);
}
