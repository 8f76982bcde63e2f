import fc from 'fast-check';
import type { Filter } from '../../contract/query-language.js';
import type { FieldValues } from '../values/field-values.js';
import { filterOver } from './filter-arbitrary.js';
import { CANONICAL_STYLE } from './filter-style.js';
import { type FilterToken, filterTokens, joinTokens } from './filter-tokens.js';

/** A filter that is broken in one place, and its fault. */
export interface MalformedFilter {
  readonly text: string;
  readonly fault: FilterFault;
}

export type FilterFault =
  | 'missing-closing-quote'
  | 'mismatched-quotes'
  | 'missing-field'
  | 'missing-operator'
  | 'missing-value'
  | 'doubled-field'
  | 'doubled-operator'
  | 'doubled-value'
  | 'unknown-operator'
  | 'missing-opening-parenthesis'
  | 'missing-closing-parenthesis'
  | 'extra-opening-parenthesis'
  | 'extra-closing-parenthesis'
  | 'missing-join'
  | 'doubled-join'
  | 'unknown-join'
  | 'missing-left-operand'
  | 'missing-right-operand'
  | 'empty-operand'
  | 'trailing-text'
  | 'empty-parentheses';

/** Empty filters: the document does not specify whether they are malformed or the same as no filter. */
export const EMPTY_FILTERS: readonly string[] = ['', ' '];

/** A text with the same meaning under all quoting and escaping rules. */
const PLAIN = /^[\p{L}\p{N}_.@ -]{0,60}$/u;

/** The faults of each kind of token, and the texts that replace the token. */
const BREAKS: Readonly<Record<FilterToken['kind'], (text: string) => Partial<Record<FilterFault, readonly string[]>>>> =
  {
    field: (text) => ({ 'missing-field': [], 'doubled-field': [text, text] }),
    operator: (text) => ({
      'missing-operator': [],
      'doubled-operator': [text, text],
      'unknown-operator': ['-touchstone'],
    }),
    value: (text) => ({
      'missing-value': [],
      'doubled-value': [text, text],
      // Without its opening quote, or without both, a value may be read as a bare text.
      ...(text.endsWith("'")
        ? { 'missing-closing-quote': [text.slice(0, -1)], 'mismatched-quotes': [`${text.slice(0, -1)}"`] }
        : {}),
    }),
    open: () => ({ 'missing-opening-parenthesis': [] }),
    close: () => ({ 'missing-closing-parenthesis': [] }),
    join: (text) => ({ 'missing-join': [], 'doubled-join': [text, text] }),
    // Without it, the rest is still a valid filter.
    not: () => ({}),
  };

/**
 * Breaks a filter in one place, in every way and at every place in turn, so that each result is malformed under any
 * reading of the grammar. First replaces texts whose meaning could change without a quote. Excludes what a lenient
 * parser may accept: operands without parentheses, bare texts with spaces, a value of another type, and an empty filter
 * (`EMPTY_FILTERS`). The same filter always gives the same list.
 */
export function malformedOf(filter: Filter): readonly MalformedFilter[] {
  const tokens = filterTokens(plain(filter), () => CANONICAL_STYLE);
  const text = joinTokens(tokens);
  const broken = [...tokens.flatMap((_, at) => breaksAt(tokens, at)), ...breaksOfWhole(filter, text)];
  return [...new Map(broken.map((one) => [one.text, one])).values()];
}

/** Malformed filters over fields and their values; shrinks towards a broken comparison. */
export function malformedFilterOver(fields: readonly FieldValues[]): fc.Arbitrary<MalformedFilter> {
  return fc.tuple(filterOver(fields), fc.noBias(fc.nat({ max: 10_000 }))).map(([filter, choice]) => {
    const all = malformedOf(filter);
    return all[choice % all.length] as MalformedFilter;
  });
}

function breaksAt(tokens: readonly FilterToken[], at: number): MalformedFilter[] {
  const { kind, text } = tokens[at] as FilterToken;
  return Object.entries(BREAKS[kind](text)).map(([fault, texts]) => {
    const replaced = texts.map((one): FilterToken => ({ kind, text: one, spaces: 0 }));
    return { fault: fault as FilterFault, text: joinTokens(tokens.toSpliced(at, 1, ...replaced)) };
  });
}

function breaksOfWhole(filter: Filter, text: string): MalformedFilter[] {
  const operand = `(${text})`;
  return [
    { fault: 'extra-opening-parenthesis', text: `(${text}` },
    { fault: 'extra-closing-parenthesis', text: `${text})` },
    { fault: 'missing-left-operand', text: `-and ${operand}` },
    { fault: 'missing-right-operand', text: `${operand} -or` },
    { fault: 'unknown-join', text: `${operand} -touchstone ${operand}` },
    { fault: 'empty-operand', text: `${operand} -and ()` },
    { fault: 'trailing-text', text: `${filter.kind === 'comparison' ? text : operand} touchstone` },
    { fault: 'empty-parentheses', text: '()' },
  ];
}

/** The same filter with texts that need no escape. */
function plain(filter: Filter): Filter {
  if (filter.kind === 'not') return { kind: 'not', operand: plain(filter.operand) };
  if (filter.kind !== 'comparison') return { kind: filter.kind, operands: filter.operands.map(plain) };
  const { literal } = filter;
  if (literal.type !== 'string' || PLAIN.test(literal.value)) return filter;
  return { ...filter, literal: { type: 'string', value: 'abc' } };
}
