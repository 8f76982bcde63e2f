import { operation } from '../contract/operations/index.js';
import type { Suite } from '../engine/run/plan.js';
import type { Rule } from '../engine/run/rule.js';
import { isRead } from './laws/applies.js';
import { laws } from './laws/index.js';
import { writeLaws } from './laws/writes/index.js';

/** The suite of an operation: the rules of all laws that apply to it, then its own rules. */
export function suite(id: string, ...own: readonly Rule[]): Suite {
  const described = operation(id);
  const shared = isRead(described) ? laws(described) : writeLaws(described);
  return { operation: described, rules: [...shared, ...own] };
}
