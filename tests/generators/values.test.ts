import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dateValues,
  fieldValuesOf,
  LONG,
  nearMissesOf,
  numberValues,
  sampleOf,
  textValues,
} from '../../generators/index.js';

describe('texts', () => {
  const held = ['Zoë Nuñez', 'Sales', "O'Brien", 'ﬁnanz'];
  const sample = sampleOf(textValues(held), 1, 3000);

  test('are held ones, near misses, empty, long, and full of what stores and readers stumble over', () => {
    for (const text of held) expect(sample).toContain(text);
    for (const text of ['', 'sales', 'Sales ', 'Sale', 'ales', 'Zoe Nunez', 'finanz', 'Zoë Nuñez'.normalize('NFD')]) {
      expect(sample, text).toContain(text);
    }
    for (const pattern of [/%/, /\*/, /_/, /' or /, /\)\(/, /\$ne/, /\{\{/, /\.\.\//, /\n/, /\u200b/]) {
      expect(
        sample.some((text) => pattern.test(text)),
        String(pattern),
      ).toBe(true);
    }
    expect(Math.max(...sample.map(({ length }) => length))).toBeGreaterThan(LONG * 0.9);
  });

  test('can all be sent, and are no longer than is asked for', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.integer({ min: 50, max: 500 }), (values, longest) => {
        for (const text of sampleOf(textValues([...values, '\ud800', 'x'.repeat(600)], longest), 1, 30)) {
          expect(encodeURIComponent(text).length).toBeLessThanOrEqual(longest);
        }
      }),
      { numRuns: 25 },
    );
  });

  test('shrink to a held one, and to the characters that matter', () => {
    const fail = (bad: (text: string) => boolean) =>
      fc.check(
        fc.property(textValues(held), (text) => !bad(text)),
        { numRuns: 3000, seed: 1 },
      ).counterexample?.[0];
    expect(fail((text) => held.includes(text))).toBe('Sales');
    expect(fail(() => true)).toBe('');
    expect(fail((text) => text.includes("'"))).toBe("'");
    expect(fail((text) => text.includes('%'))).toBe('%');
    expect(fail((text) => text.length > 5000)).toHaveLength(5001);
  });

  test('need none to be held', () => {
    expect(sampleOf(textValues([]), 1, 100).length).toBe(100);
  });

  test('that nearly are one are all others, none twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const near = nearMissesOf(text);
        expect(near.length).toBeGreaterThan(3);
        expect(near).not.toContain(text);
        expect(new Set(near).size).toBe(near.length);
      }),
    );
  });
});

describe('numbers', () => {
  test('are held ones, those next to them, negative, huge, and decimals', () => {
    const sample = sampleOf(numberValues([41, 0.1]), 1, 2000);
    for (const number of [41, 40, 42, -41, 41.5, 0.1, 1.1, 0.6, 0, 2 ** 31, 1e21]) expect(sample).toContain(number);
    expect(sample.some((number) => Object.is(number, -0))).toBe(false);
    expect(sample.every(Number.isFinite)).toBe(true);
  });
});

describe('dates', () => {
  test('are held ones, a second and a day before and after, far past and future', () => {
    const sample = sampleOf(dateValues(['2024-03-01T00:00:00Z']), 1, 1000);
    for (const date of [
      '2024-03-01T00:00:00Z',
      '2024-03-01T00:00:01Z',
      '2024-02-29T23:59:59Z',
      '2024-02-29T00:00:00Z',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59Z',
    ]) {
      expect(sample).toContain(date);
    }
    expect(sample.every((date) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(date))).toBe(true);
  });

  test('keep the form of the held one, but for an offset', () => {
    expect(sampleOf(dateValues(['2024-03-01']), 1, 500)).toContain('2024-02-29');
    expect(sampleOf(dateValues(['2024-03-01T10:00:00']), 1, 500)).toContain('2024-03-01T10:00:01');
    expect(sampleOf(dateValues(['2024-03-01T10:00:00.250Z']), 1, 500)).toContain('2024-03-01T10:00:01.250Z');
    expect(sampleOf(dateValues(['2024-03-01T10:00:00+02:00']), 1, 500)).toContain('2024-03-01T08:00:00Z');
    expect(sampleOf(dateValues(['9999-12-31', 'never', '2024-02-30T25:00:00Z']), 1, 500)).not.toContain('never');
  });
});

test('the fields of records come with the values of their type that are held', () => {
  const records = [{ a: 'x', n: 1 }, { a: null, n: 2 }, { a: 'x', n: 'many' }, {}];
  expect(
    fieldValuesOf(records, [
      ['a', 'string'],
      ['n', 'number'],
    ]),
  ).toEqual([
    { field: 'a', type: 'string', values: ['x'] },
    { field: 'n', type: 'number', values: [1, 2] },
  ]);
});
