import type { Need } from '../../../engine/run/rule.js';
import { takes } from '../applies.js';

export const takesFilter = takes('filter');

/** What the rules of filters need, and the operations they apply to. */
export const common = { needs: ['records'] as readonly Need[], appliesTo: takesFilter };
