import type { FieldType } from '../record-shape.js';
import { malformed, type Refusal } from '../refusal.js';
import { type ComparisonOperator, type Filter, operatorTypes } from './filter.js';
import { readValue } from './filter-values.js';
import { type Token, tokenize } from './tokenizer.js';

/** Deeper nesting is rejected: the parser is recursive, and a caller must not be able to exhaust the stack. */
const MAX_DEPTH = 100;

/**
 * Parses a filter over fields of known types. The grammar is that of the service's conventions: a single comparison, or
 * `-and`, `-or` and `-not` with every operand in parentheses. `-and` and `-or` have no precedence there, so mixing them
 * also needs parentheses. Throws a 400 with the position of the first wrong character.
 */
export function parseFilter(text: string, fields: ReadonlyMap<string, FieldType>): Filter {
  return new FilterParser(tokenize(text), fields).parse();
}

class FilterParser {
  readonly #tokens: readonly Token[];
  readonly #fields: ReadonlyMap<string, FieldType>;
  #next = 0;

  constructor(tokens: readonly Token[], fields: ReadonlyMap<string, FieldType>) {
    this.#tokens = tokens;
    this.#fields = fields;
  }

  parse(): Filter {
    const filter = this.#expression(0);
    if (this.#token.kind !== 'end') throw this.#unexpected('the end, or -and or -or between parentheses');
    return filter;
  }

  /** expression = comparison | "-not" group | group { ("-and" | "-or") group } */
  #expression(depth: number): Filter {
    if (this.#takeOperator('-not')) return { kind: '-not', operand: this.#group(depth) };
    if (this.#token.kind !== 'open') return this.#comparison();
    const operands = [this.#group(depth)];
    const { text } = this.#token;
    if (text !== '-and' && text !== '-or') return operands[0] as Filter;
    while (this.#takeOperator(text)) operands.push(this.#group(depth));
    return { kind: text, operands };
  }

  /** group = "(" expression ")" */
  #group(depth: number): Filter {
    if (depth >= MAX_DEPTH) throw malformed('filter', this.#token.position, 'too many nested parentheses');
    this.#take('open', 'an opening parenthesis');
    const filter = this.#expression(depth + 1);
    this.#take('close', 'a closing parenthesis');
    return filter;
  }

  /** comparison = field operator value */
  #comparison(): Filter {
    const field = this.#take('word', 'a field name: it must be a string without quotes');
    const type = this.#fields.get(field.text);
    if (type === undefined) {
      throw malformed('filter', field.position, 'the field name must be a string that names a field to filter by');
    }
    const operator = this.#take('operator', 'an operator');
    const types = operatorTypes.get(operator.text);
    if (types === undefined) throw malformed('filter', operator.position, 'there is no such operator');
    if (!types.includes(type)) {
      throw malformed('filter', operator.position, `${operator.text} does not apply to a ${type}`);
    }
    const token = this.#token.kind === 'quoted' ? this.#take('quoted', 'a value') : this.#take('word', 'a value');
    const value = readValue(token.text, type);
    if (value === undefined) throw malformed('filter', token.position, `the value must be a ${type}`);
    return { kind: 'comparison', field: field.text, type, operator: operator.text as ComparisonOperator, value };
  }

  get #token(): Token {
    return this.#tokens[this.#next] as Token;
  }

  #take(kind: Token['kind'], expected: string): Token {
    const token = this.#token;
    if (token.kind !== kind) throw this.#unexpected(expected);
    this.#next += 1;
    return token;
  }

  #takeOperator(text: string): boolean {
    const { kind, text: found } = this.#token;
    if (kind !== 'operator' || found !== text) return false;
    this.#next += 1;
    return true;
  }

  #unexpected(expected: string): Refusal {
    return malformed('filter', this.#token.position, `expected ${expected}`);
  }
}
