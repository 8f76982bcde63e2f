import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Filter } from '../../contract/query-language.js';
import {
  EMPTY_FILTERS,
  filterOver,
  malformedFilterOver,
  malformedOf,
  printFilter,
  sampleOf,
} from '../../generators/index.js';
import { Refusal } from '../../reference/refusal.js';
import { fields, parse } from './tenant-fields.js';

const named: Filter = {
  kind: 'comparison',
  field: 'department',
  operator: '-eq',
  literal: { type: 'string', value: 'Sales' },
};

describe('the malformed forms of a filter', () => {
  test('are refused by the reference, all of them', () => {
    fc.assert(
      fc.property(filterOver(fields), (filter) => {
        for (const { text } of malformedOf(filter)) expect(() => parse(text), text).toThrow(Refusal);
      }),
      { numRuns: 300 },
    );
  });

  test('of a comparison each break one place', () => {
    expect(malformedOf(named)).toEqual([
      { fault: 'missing-field', text: "-eq 'Sales'" },
      { fault: 'doubled-field', text: "department department -eq 'Sales'" },
      { fault: 'missing-operator', text: "department 'Sales'" },
      { fault: 'doubled-operator', text: "department -eq -eq 'Sales'" },
      { fault: 'unknown-operator', text: "department -touchstone 'Sales'" },
      { fault: 'missing-value', text: 'department -eq' },
      { fault: 'doubled-value', text: "department -eq 'Sales' 'Sales'" },
      { fault: 'missing-closing-quote', text: "department -eq 'Sales" },
      { fault: 'mismatched-quotes', text: 'department -eq \'Sales"' },
      { fault: 'extra-opening-parenthesis', text: "(department -eq 'Sales'" },
      { fault: 'extra-closing-parenthesis', text: "department -eq 'Sales')" },
      { fault: 'missing-left-operand', text: "-and (department -eq 'Sales')" },
      { fault: 'missing-right-operand', text: "(department -eq 'Sales') -or" },
      { fault: 'unknown-join', text: "(department -eq 'Sales') -touchstone (department -eq 'Sales')" },
      { fault: 'empty-operand', text: "(department -eq 'Sales') -and ()" },
      { fault: 'trailing-text', text: "department -eq 'Sales' touchstone" },
      { fault: 'empty-parentheses', text: '()' },
    ]);
  });

  test('of operands lack parentheses and what joins them', () => {
    const texts = malformedOf({ kind: 'and', operands: [named, { kind: 'not', operand: named }] }).map(
      ({ text }) => text,
    );
    const one = "(department -eq 'Sales')";
    expect(texts).toContain(`${one} (-not ${one})`);
    expect(texts).toContain(`${one} -and -and (-not ${one})`);
    expect(texts).toContain(`department -eq 'Sales') -and (-not ${one})`);
    expect(texts).toContain(`${one} -and (-not ${one}`);
  });

  test('hold no text that another way to escape would read otherwise', () => {
    const hard = { ...named, literal: { type: 'string', value: "a'b\\" } } as const;
    for (const { text } of malformedOf(hard)) expect(text).not.toMatch(/\\|a'b/);
  });

  test('have as many quotes as cannot be balanced where one is missing', () => {
    for (const { text, fault } of sampleOf(malformedFilterOver(fields), 3, 3000)) {
      if (fault === 'missing-closing-quote' || fault === 'mismatched-quotes') {
        expect((text.match(/'/g) ?? []).length % 2, text).toBe(1);
      }
    }
  });

  test('shrink to a broken comparison', () => {
    const { counterexample } = fc.check(fc.property(malformedFilterOver(fields), () => false));
    expect(counterexample).toEqual([{ fault: 'missing-field', text: "-eq ''" }]);
  });
});

test('an empty filter is not among the malformed ones, although the reference refuses it', () => {
  for (const text of EMPTY_FILTERS) {
    expect(() => parse(text)).toThrow(Refusal);
    expect(malformedOf(named).map((one) => one.text)).not.toContain(text);
  }
  expect(() => parse(printFilter(named))).not.toThrow();
});
