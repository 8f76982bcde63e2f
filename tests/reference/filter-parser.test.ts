import { describe, expect, test } from 'vitest';
import { parseFilter } from '../../reference/query/filter-parser.js';
import { recordShape } from '../../reference/record-shape.js';
import { Refusal } from '../../reference/refusal.js';

const fields = recordShape('application').comparable;
const comparison = (field: string, type: string, operator: string, value: unknown) => ({
  kind: 'comparison',
  field,
  type,
  operator,
  value,
});
const named = comparison('name', 'string', '-eq', 'a');
const total = comparison('total', 'number', '-gt', 5);

describe('parseFilter accepts', () => {
  test.each([
    ["name -eq 'a'", named],
    ['name -eq "a"', named],
    ['name -eq a', named],
    ["(name -eq 'a')", named],
    ['name -eq 5', comparison('name', 'string', '-eq', '5')],
    ['total -gt 5', total],
    ["total -gt '5'", total],
    ['total -eq -1.5', comparison('total', 'number', '-eq', -1.5)],
    ['sanctioned -ne true', comparison('sanctioned', 'boolean', '-ne', true)],
    ["sanctioned -eq 'false'", comparison('sanctioned', 'boolean', '-eq', false)],
    ['discoveryDate -le 2022-01-01', comparison('discoveryDate', 'date', '-le', Date.UTC(2022, 0, 1))],
    ['discoveryDate -le "2022-01-01t01:00:00z"', comparison('discoveryDate', 'date', '-le', Date.UTC(2022, 0, 1, 1))],
    ['(name -eq a) -and (total -gt 5)', { kind: '-and', operands: [named, total] }],
    ['(name -eq a) -or (name -eq a) -or (total -gt 5)', { kind: '-or', operands: [named, named, total] }],
    ['-not (name -eq a)', { kind: '-not', operand: named }],
    [
      '(name -eq a) -and ((total -gt 5) -or (-not (name -eq a)))',
      { kind: '-and', operands: [named, { kind: '-or', operands: [total, { kind: '-not', operand: named }] }] },
    ],
  ])('%s', (filter, parsed) => {
    expect(parseFilter(filter, fields)).toEqual(parsed);
  });
});

describe('parseFilter rejects', () => {
  test.each([
    ['', 0, 'a field name: it must be a string'],
    ['   ', 3, 'a field name'],
    ["'name' -eq a", 0, 'a field name'],
    ['name', 4, 'an operator'],
    ['name = a', 5, 'an operator'],
    ['name -eq', 8, 'a value'],
    ['name -eq -ne', 9, 'a value'],
    ['name -like a', 5, 'no such operator'],
    ['name -EQ a', 5, 'no such operator'],
    ['nothing -eq a', 0, 'the field name must be a string'],
    ['licenses -eq a', 0, 'the field name must be a string'],
    ['certifications -eq a', 0, 'the field name must be a string'],
    ['constructor -eq a', 0, 'the field name must be a string'],
    ['name -gt a', 5, 'does not apply to a string'],
    ['sanctioned -lt true', 11, 'does not apply to a boolean'],
    ['total -contains 5', 6, 'does not apply to a number'],
    ["total -eq 'abc'", 10, 'must be a number'],
    ["total -eq ''", 10, 'must be a number'],
    ['total -eq 1e3', 10, 'quotes'],
    ['sanctioned -eq yes', 15, 'must be a boolean'],
    ['sanctioned -eq TRUE', 15, 'must be a boolean'],
    ["discoveryDate -eq '2022-02-30'", 18, 'must be a date'],
    ["discoveryDate -eq '2022-01-01T00:00:00+01:00'", 18, 'must be a date'],
    ['name -eq a b', 11, 'expected the end'],
    ['name -eq a -and total -gt 5', 11, 'expected the end'],
    ['(name -eq a) -and total -gt 5', 18, 'an opening parenthesis'],
    ['-not name -eq a', 5, 'an opening parenthesis'],
    ['(name -eq a) -and -not (total -gt 5)', 18, 'an opening parenthesis'],
    ['(name -eq a) -and (total -gt 5) -or (name -eq a)', 32, 'expected the end'],
    ['(name -eq a', 11, 'a closing parenthesis'],
    ['(name -eq a))', 12, 'expected the end'],
    ['()', 1, 'a field name'],
    ['(name -eq a) -and', 17, 'an opening parenthesis'],
  ])('%s', (filter, offset, problem) => {
    const refused = thrownBy(() => parseFilter(filter, fields));
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.message).toContain(problem);
    expect(refused.message).toContain(`at character ${offset + 1})`);
  });

  test('parentheses nested so deeply that parsing them could exhaust the stack', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}name -eq a${')'.repeat(depth)}`;
    expect(parseFilter(nested(100), fields)).toEqual(named);
    expect(() => parseFilter(nested(101), fields)).toThrow('too many nested parentheses');
    expect(() => parseFilter(nested(100_000), fields)).toThrow('too many nested parentheses');
  });
});

function thrownBy(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}
