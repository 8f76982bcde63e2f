import type { Filter } from '../../../contract/query-language.js';
import type { AskRule } from '../../../engine/run/rule.js';
import { escapedIn } from '../../../generators/filter-text.js';
import type { FieldValues } from '../../../generators/values/field-values.js';
import { takes } from '../applies.js';
import { isPlain } from './escapes.js';
import { judged, reportReduced } from './judged.js';
import { vocabularyOf } from './vocabulary.js';

/** The number of values of one field in one request, and of fields whose values are all requested. */
const VALUES_AT_ONCE = 48;
const WHOLE_FIELDS = 2;

export const everyValue: AskRule = {
  id: 'filter.every-value',
  clause: 'filter.every-value',
  from: 'standard',
  needs: ['several'],
  appliesTo: takes('filter'),
  async ask(context) {
    const vocabulary = await vocabularyOf(context);
    const texts = vocabulary.fields.filter(({ type }) => type === 'string').slice(0, WHOLE_FIELDS);
    const joined = texts.flatMap((text) => chains(text, context.allowance.values));
    const close = asOne(texts.flatMap((text) => [...overlong(text), ...encoded(text)]));
    const result = await judged(context, [...joined, ...close], vocabulary, () => false, close);
    const taken = result.asked.slice(0, joined.length).some(({ answered }) => answered !== null);
    if (!taken && result.accused.length === 0) {
      context.notApplicable('the target accepts no expression with -or, so one request cannot cover several values');
    }
    // filter.grammar reports a chain that fails only as a chain.
    await reportReduced(context, result, vocabulary, ({ kind }) => kind === 'comparison');
  },
};

/** Filters that together cover every value of a field, many values in each. */
function chains({ field, values }: FieldValues, most: number): Filter[] {
  // How a value is escaped is unspecified: filter.hard-values covers values that need it.
  const comparisons = values
    .slice(0, most)
    .map((value) => equalTo(field, String(value)))
    .filter((filter) => isPlain(filter));
  const count = Math.ceil(comparisons.length / VALUES_AT_ONCE);
  return Array.from({ length: count }, (_unused, index) =>
    asOne(comparisons.slice(index * VALUES_AT_ONCE, (index + 1) * VALUES_AT_ONCE)),
  ).flat();
}

/** One filter that matches what any of some filters does; none for no filter. */
function asOne(operands: readonly Filter[]): Filter[] {
  return operands.length > 1 ? [{ kind: 'or', operands }] : [...operands];
}

/** The longest value of a field plus one letter: a store that compares only the beginning finds the record. */
function overlong({ field, values }: FieldValues): Filter[] {
  // A percent sign may be no part of an encoded character, so that a target cannot decode the filter twice (see encoded).
  const plain = values.map(String).filter((value) => escapedIn(value).length === 0 && !value.includes('%'));
  const [longest = ''] = plain.toSorted((one, other) => other.length - one.length);
  return longest === '' ? [] : [equalTo(field, `${longest}x`)];
}

/** A value of a field with its first letter percent-encoded: a target that decodes a URL twice finds the record. */
function encoded({ field, values }: FieldValues): Filter[] {
  const value = values.map(String).find((own) => /^[A-Za-z][^%]*$/.test(own) && escapedIn(own).length === 0);
  return value === undefined ? [] : [equalTo(field, `%${value.charCodeAt(0).toString(16)}${value.slice(1)}`)];
}

function equalTo(field: string, value: string): Filter {
  return { kind: 'comparison', field, operator: '-eq', literal: { type: 'string', value } };
}
