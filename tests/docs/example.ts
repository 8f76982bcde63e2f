import type { Hook } from '../../reference/index.js';
import { mutants } from '../../reference/mutants/index.js';

/** A broken reference that makes a rule fail: its defect, and an operation that shows it. */
export interface Example {
  readonly title: string;
  readonly operation: string;
  readonly hook: Hook;
}

/** The broken references that a rule detects, those first that few other rules detect; empty for a rule that only observes. */
export function examplesOf(rule: string): Example[] {
  const found = mutants.filter(({ rules }) => rules.includes(rule));
  // A rare defect, which only some requests show, may produce a different output each time.
  const rank = ({ rules, rarity }: (typeof mutants)[number]) => rules.length + (rarity === 'rare' ? 100 : 0);
  const alone = found.toSorted((one, other) => rank(one) - rank(other));
  return alone.flatMap(({ title, seenFrom, hook }) => seenFrom.map((operation) => ({ title, operation, hook })));
}
