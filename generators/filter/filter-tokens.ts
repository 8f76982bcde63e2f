import type { Filter } from '../../contract/query-language.js';
import type { FilterStyle } from './filter-style.js';
import { printLiteral } from './print-literal.js';

/** A token of a filter, and the redundant spaces around it. */
export interface FilterToken {
  readonly kind: 'open' | 'close' | 'not' | 'join' | 'field' | 'operator' | 'value';
  readonly text: string;
  readonly spaces: number;
}

type Joined = Extract<Filter, { kind: 'and' | 'or' }>;

/**
 * Splits a filter into tokens. Calls `nextStyle` once for each node, from the root down and from left to right. Throws
 * `RangeError` for an `and` or `or` without operands.
 */
export function filterTokens(filter: Filter, nextStyle: () => FilterStyle): readonly FilterToken[] {
  const style = nextStyle();
  const token = (kind: FilterToken['kind'], text: string): FilterToken => ({ kind, text, spaces: style.spaces });
  const inParentheses = (tokens: readonly FilterToken[]) => [token('open', '('), ...tokens, token('close', ')')];
  const operand = (inner: Filter) => inParentheses(filterTokens(inner, nextStyle));
  const own = () => {
    switch (filter.kind) {
      case 'comparison':
        return [
          token('field', filter.field),
          token('operator', filter.operator),
          token('value', printLiteral(filter.literal, style)),
        ];
      case 'not':
        return [token('not', '-not'), ...operand(filter.operand)];
      default: {
        const { kind, operands } = regrouped(filter, style.grouping);
        const [only] = operands;
        if (only === undefined) throw new RangeError(`-${kind} needs operands`);
        if (operands.length === 1) return filterTokens(only, nextStyle);
        return operands.flatMap((one, at) => [...(at === 0 ? [] : [token('join', `-${kind}`)]), ...operand(one)]);
      }
    }
  };
  let tokens = own();
  for (let pair = 0; pair < style.parentheses; pair += 1) tokens = inParentheses(tokens);
  return tokens;
}

/** Joins tokens with the necessary and the requested spaces between them. */
export function joinTokens(tokens: readonly FilterToken[]): string {
  let text = '';
  let before: FilterToken | undefined;
  for (const token of tokens) {
    const needed = before === undefined || before.kind === 'open' || token.kind === 'close' ? 0 : 1;
    text += ' '.repeat(needed + Math.max(before?.spaces ?? 0, token.spaces)) + token.text;
    before = token;
  }
  return text + ' '.repeat(before?.spaces ?? 0);
}

function regrouped(filter: Joined, grouping: FilterStyle['grouping']): Joined {
  const { kind, operands } = filter;
  const pair = (left: Filter, right: Filter): Filter => ({ kind, operands: [left, right] });
  if (grouping === 'flat') return { kind, operands: chained(filter) };
  if (grouping === 'tree' || operands.length < 3) return filter;
  if (grouping === 'left') {
    return { kind, operands: [operands.slice(0, -1).reduce(pair), operands.at(-1) as Filter] };
  }
  const rest = operands.slice(1).reduceRight((right, left) => pair(left, right));
  return { kind, operands: [operands[0] as Filter, rest] };
}

function chained(filter: Joined): readonly Filter[] {
  return filter.operands.flatMap((operand) => (operand.kind === filter.kind ? chained(operand) : [operand]));
}
