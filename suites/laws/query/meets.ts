import type { Operator } from '../../../contract/query-language.js';

/** Whether a value satisfies an operator, in the most usual reading. */
export function meets(operator: Operator, own: number | string, sought: number | string): boolean {
  switch (operator) {
    case '-eq':
      return own === sought;
    case '-ne':
      return own !== sought;
    case '-gt':
      return own > sought;
    case '-ge':
      return own >= sought;
    case '-lt':
      return own < sought;
    case '-le':
      return own <= sought;
    case '-contains':
      return String(own).includes(String(sought));
    case '-notcontains':
      return !String(own).includes(String(sought));
  }
}
