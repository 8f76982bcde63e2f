import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Filter, type Literal, OPERATORS } from '../../contract/query-language.js';
import { CANONICAL_STYLE, filterOver, printFilter, sampleOf, spellings, spellingsOf } from '../../generators/index.js';
import { asParsed, comparisonsIn, fields, parse, selected } from './tenant-fields.js';

const filters = filterOver(fields);
const comparison = (field: string, literal: Literal): Filter => ({
  kind: 'comparison',
  field,
  operator: '-eq',
  literal,
});
const text = (value: string) => comparison('department', { type: 'string', value });
const number = (value: number) => comparison('licenseCount', { type: 'number', value });

describe('a filter is printed', () => {
  test.each<[string, Filter, string]>([
    ['a comparison without parentheses', text('Sales'), "department -eq 'Sales'"],
    ['a backslash escaped', text('a\\b'), "department -eq 'a\\\\b'"],
    ['an apostrophe in double quotes, which need no escape', text("a'b"), 'department -eq "a\'b"'],
    ['one quote escaped where both occur', text(`a'b"`), "department -eq 'a\\'b\"'"],
    ['an integer', number(5), 'licenseCount -eq 5'],
    ['a negative decimal', number(-0.5), 'licenseCount -eq -0.5'],
    ['a huge number without an exponent', number(1.5e21), 'licenseCount -eq 1500000000000000000000'],
    ['a tiny number without an exponent', number(-1.5e-7), 'licenseCount -eq -0.00000015'],
    ['a boolean', comparison('isOnline', { type: 'boolean', value: true }), 'isOnline -eq true'],
    ['-not with parentheses', { kind: 'not', operand: number(1) }, '-not (licenseCount -eq 1)'],
    [
      'operands with parentheses each, and nested ones as the tree has them',
      {
        kind: 'and',
        operands: [number(1), { kind: 'and', operands: [number(2), number(3)] }, { kind: 'not', operand: number(4) }],
      },
      '(licenseCount -eq 1) -and ((licenseCount -eq 2) -and (licenseCount -eq 3)) -and (-not (licenseCount -eq 4))',
    ],
    ['an only operand as itself', { kind: 'or', operands: [number(1)] }, 'licenseCount -eq 1'],
  ])('%s', (_what, filter, printed) => {
    expect(printFilter(filter)).toBe(printed);
  });

  test('or not at all where the grammar has no way to', () => {
    expect(() => printFilter({ kind: 'and', operands: [] })).toThrow(RangeError);
    expect(() => printFilter(number(Number.NaN))).toThrow(RangeError);
    expect(() => printFilter(number(Number.POSITIVE_INFINITY))).toThrow(RangeError);
  });

  test('so that the reference reads the same tree', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(parse(printFilter(filter))).toEqual(asParsed(filter));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the spellings of a filter', () => {
  test('select what the canonical one selects', () => {
    const spelled = filters.chain((filter) => fc.tuple(fc.constant(filter), spellings(filter)));
    fc.assert(
      fc.property(spelled, ([filter, spelling]) => {
        expect(selected(spelling)).toEqual(selected(printFilter(filter)));
      }),
      { numRuns: 500 },
    );
  });

  test('that differ in one aspect select what the canonical one selects', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const canonical = selected(printFilter(filter));
        for (const spelling of spellingsOf(filter)) expect(selected(spelling.text)).toEqual(canonical);
      }),
    );
  });

  test('shrink to the canonical one', () => {
    const filter: Filter = { kind: 'and', operands: [text('a'), number(1), text('b')] };
    const { counterexample } = fc.check(fc.property(spellings(filter), () => false));
    expect(counterexample).toEqual([printFilter(filter)]);
  });

  test.each<[string, Filter, readonly string[]]>([
    [
      'a text',
      text('Sales'),
      [
        'department -eq "Sales"',
        'department -eq Sales',
        "(department -eq 'Sales')",
        "((department -eq 'Sales'))",
        " department  -eq  'Sales' ",
        "   department    -eq    'Sales'   ",
      ],
    ],
    [
      'an apostrophe, which double quotes need no escape for',
      text("O'Brien"),
      [
        '(department -eq "O\'Brien")',
        '((department -eq "O\'Brien"))',
        ' department  -eq  "O\'Brien" ',
        '   department    -eq    "O\'Brien"   ',
      ],
    ],
  ])('are those of %s', (_what, filter, expected) => {
    expect(spellingsOf(filter).map((spelling) => spelling.text)).toEqual(expected);
  });

  test.each(['', 'true', 'False', 'null', '5', '-a', '5a', 'a b', 'a,b', 'a+b', 'a(b', 'a]', "a'", 'a"', 'a\\', 'a\t'])(
    'never leave %j bare',
    (value) => {
      expect(printFilter(text(value), { ...CANONICAL_STYLE, quote: 'none' })).toBe(printFilter(text(value)));
    },
  );

  test.each(['a', 'Sales', 'a-b', 'a.b@c.example', 'Zoë', 'R&D', '山田', '%', '_x'])('can leave %j bare', (value) => {
    expect(printFilter(text(value), { ...CANONICAL_STYLE, quote: 'none' })).toBe(`department -eq ${value}`);
  });

  test('hold other letters of a date, no quotes around it, and never quotes around a number', () => {
    const date = comparison('createdDate', { type: 'date', value: '2024-03-01T10:00:00Z' });
    const dates = spellingsOf(date).map((spelling) => spelling.text);
    expect(dates).toContain('createdDate -eq 2024-03-01T10:00:00Z');
    expect(dates).toContain("createdDate -eq '2024-03-01t10:00:00Z'");
    expect(dates).toContain("createdDate -eq '2024-03-01T10:00:00z'");
    expect(dates).toContain("createdDate -eq '2024-03-01t10:00:00z'");
    const numbers = spellingsOf(number(5)).map((spelling) => spelling.text);
    expect(numbers).toContain('licenseCount -eq 5.0');
    expect(numbers.join()).not.toMatch(/['"]/);
    expect(spellingsOf(number(2.5)).map((spelling) => spelling.text)).toContain('licenseCount -eq 2.50');
  });

  test('join a chain two by two, and draw nested operands into a chain', () => {
    const chain: Filter = { kind: 'or', operands: [number(1), number(2), number(3)] };
    const [a, b, c] = ['(licenseCount -eq 1)', '(licenseCount -eq 2)', '(licenseCount -eq 3)'];
    const texts = (filter: Filter) => spellingsOf(filter).map((spelling) => spelling.text);
    expect(texts(chain)).toContain(`(${a} -or ${b}) -or ${c}`);
    expect(texts(chain)).toContain(`${a} -or (${b} -or ${c})`);
    const nested: Filter = { kind: 'or', operands: [number(1), { kind: 'or', operands: [number(2), number(3)] }] };
    expect(texts(nested)).toContain(`${a} -or ${b} -or ${c}`);
  });
});

describe('filters over fields', () => {
  const sample = sampleOf(filters, 7, 3000);

  test('are the same for the same seed, and others for another one', () => {
    expect(sampleOf(filters, 7, 3000)).toEqual(sample);
    expect(sampleOf(filters, 8, 3000)).not.toEqual(sample);
  });

  test('have every operator, every kind of node, every field, and few comparisons', () => {
    const printed = sample.map((filter) => printFilter(filter));
    for (const word of [...OPERATORS, '-and', '-or', '-not']) {
      expect(
        printed.some((one) => one.includes(`${word} `)),
        word,
      ).toBe(true);
    }
    for (const { field } of fields)
      expect(
        printed.some((one) => one.includes(`${field} `)),
        field,
      ).toBe(true);
    const counts = new Set(sample.map(comparisonsIn));
    expect([...counts].toSorted()).toEqual([1, 2, 3, 4]);
    const shapes = new Set(sample.map(shapeOf));
    expect(shapes).toContain('((c and c) or (c and c))');
    expect(shapes).toContain('(c and c and c)');
    expect(shapes).toContain('not (c or c)');
  });

  test('select some users and not all of them, often enough to tell right from wrong', () => {
    const telling = sample.filter((filter) => {
      const count = selected(printFilter(filter)).length;
      return count > 0 && count < 60;
    });
    expect(telling.length).toBeGreaterThan(sample.length / 4);
  });

  test('are as narrow as is asked for', () => {
    const only = filterOver([{ field: 'name', type: 'string', values: ['a'], operators: ['-eq'] }], {
      maxComparisons: 1,
      longest: 100,
    });
    for (const filter of sampleOf(only, 1, 500)) {
      expect(filter).toMatchObject({ kind: 'comparison', field: 'name', operator: '-eq' });
      if (filter.kind === 'comparison') {
        expect(encodeURIComponent(String(filter.literal.value)).length).toBeLessThanOrEqual(100);
      }
    }
    expect(() => filterOver([])).toThrow(RangeError);
    expect(() => filterOver([{ field: 'name', type: 'string', values: ['a'], operators: [] }])).toThrow(RangeError);
  });

  test.each([1, 2, 3, 4, 5])('shrink to one comparison with the shortest value, from seed %i', (seed) => {
    const { counterexample } = fc.check(
      fc.property(filters, () => false),
      { seed },
    );
    const [filter] = counterexample as [Filter];
    expect(filter).toMatchObject({
      kind: 'comparison',
      field: fields[0]?.field,
      operator: '-eq',
      literal: { value: '' },
    });
  });

  test.each([1, 2, 3, 4, 5])('shrink to the comparison that matters out of several, from seed %i', (seed) => {
    const bad = (filter: Filter): boolean => {
      if (filter.kind === 'not') return bad(filter.operand);
      if (filter.kind !== 'comparison') return filter.operands.some(bad);
      return filter.operator === '-contains' && String(filter.literal.value).includes("'");
    };
    const { counterexample } = fc.check(
      fc.property(filters, (filter) => !bad(filter)),
      { seed, numRuns: 3000 },
    );
    const [filter] = counterexample as [Filter];
    expect(filter).toMatchObject({ kind: 'comparison', operator: '-contains', literal: { value: "'" } });
  });
});

function shapeOf(filter: Filter): string {
  if (filter.kind === 'comparison') return 'c';
  if (filter.kind === 'not') return `not ${shapeOf(filter.operand)}`;
  return `(${filter.operands.map(shapeOf).join(` ${filter.kind} `)})`;
}
