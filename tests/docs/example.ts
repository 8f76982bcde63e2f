import type { Hook } from '../../reference/index.js';
import { mutants } from '../../reference/mutants/index.js';

/** A broken reference that shows a rule at work: what is wrong with it, and where that is seen. */
export interface Example {
  readonly title: string;
  readonly operation: string;
  readonly hook: Hook;
}

/** The broken references that a rule finds, those first that it alone has to find; none for a rule that only observes. */
export function examplesOf(rule: string): Example[] {
  const found = mutants.filter(({ rules }) => rules.includes(rule));
  // What only some requests show may be another thing each time.
  const rank = ({ rules, rarity }: (typeof mutants)[number]) => rules.length + (rarity === 'rare' ? 100 : 0);
  const alone = found.toSorted((one, other) => rank(one) - rank(other));
  return alone.flatMap(({ title, seenFrom, hook }) => seenFrom.map((operation) => ({ title, operation, hook })));
}
