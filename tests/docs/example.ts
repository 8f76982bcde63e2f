import type { Hook } from '../../reference/index.js';
import { mutants } from '../conformance/mutants.js';
import { queryMutants } from '../conformance/query-mutants.js';

/** A broken reference that shows a rule at work: what is wrong with it, and where that is seen. */
export interface Example {
  readonly title: string;
  readonly operation: string;
  readonly hook: Hook;
}

/** The first broken reference that a rule has to find; none for a rule that only observes. */
export function exampleOf(rule: string): Example | undefined {
  const found = [...mutants, ...queryMutants].find((mutant) => mutant.rule === rule);
  return found && { title: found.name, operation: found.operation, hook: found.hook };
}
