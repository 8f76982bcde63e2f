import { afterAll, describe, expect, test } from 'vitest';
import { compareText } from '../../reference/query/collation.js';
import { parseSort } from '../../reference/query/sort-parser.js';
import { recordShape } from '../../reference/record-shape.js';
import { serve } from './harness.js';

const fields = recordShape('user').comparable;

describe('parseSort', () => {
  test('reads several keys with their types', () => {
    expect(parseSort('department:desc,licenseCount:asc', fields)).toEqual([
      { field: 'department', type: 'string', direction: 'desc' },
      { field: 'licenseCount', type: 'number', direction: 'asc' },
    ]);
  });

  test.each([
    ['', 0],
    ['department', 10],
    ['department:', 10],
    ['department:up', 10],
    ['department:asc:asc', 10],
    ['nothing:asc', 0],
    ['discoveryTypes:asc', 0],
    ['toString:asc', 0],
    ['department:asc,', 15],
    ['department:asc,email', 20],
    ['department:asc, email:asc', 15],
  ])('rejects %j at its first wrong key', (sort, offset) => {
    expect(() => parseSort(sort, fields)).toThrow(`at character ${offset + 1})`);
  });
});

test('strings are in code point order, also outside the basic plane', () => {
  const texts = ['b', 'a', 'B', '', '🚀', 'ﬁ', 'Ａ', '\u{10FFFF}', 'é', 'e\u0301', 'aa'];
  const byCodePoint = [...texts].sort((left, right) => {
    const [a, b] = [[...left], [...right]].map((text) => text.map((character) => character.codePointAt(0) ?? 0));
    const at = (a ?? []).findIndex((point, index) => point !== b?.[index]);
    return at < 0 ? left.length - right.length : (a?.[at] ?? 0) - (b?.[at] ?? -1);
  });
  expect([...texts].sort(compareText)).toEqual(byCodePoint);
});

describe('a sorted list', () => {
  const server = serve();
  afterAll(() => server.close());
  const users = async (sort: string) =>
    (await server.call('getUsers', { query: { sort, page_size: 1000 } })).json.items as Record<string, unknown>[];

  test('is in the order of the key over all pages, and is a permutation', async () => {
    const sorted = await users('displayName:asc');
    const pages = await Promise.all(
      [1, 2, 3].map((page_number) =>
        server.call('getUsers', { query: { sort: 'displayName:asc', page_size: 200, page_number } }),
      ),
    );
    expect(pages.flatMap(({ json }) => json.items)).toEqual(sorted);
    expect(new Set(sorted.map(({ id }) => id)).size).toBe(523);
    for (const [index, { displayName }] of sorted.entries()) {
      if (index > 0)
        expect(compareText(String(sorted[index - 1]?.displayName), String(displayName))).toBeLessThanOrEqual(0);
    }
  });

  test('orders numbers and dates by value', async () => {
    const costs = (await users('userCostPerMonth:desc')).map(({ userCostPerMonth }) => Number(userCostPerMonth));
    expect(costs).toEqual([...costs].sort((left, right) => right - left));
    const dates = (await users('createdDate:asc')).map(({ createdDate }) => Date.parse(String(createdDate)));
    expect(dates).toEqual([...dates].sort((left, right) => left - right));
  });

  test.each(['asc', 'desc'])('has records without a value last, %s', async (direction) => {
    const departments = (await users(`department:${direction}`)).map(({ department }) => department);
    const nulls = departments.filter((department) => department === null).length;
    expect(nulls).toBeGreaterThan(0);
    expect(departments.slice(-nulls).every((department) => department === null)).toBe(true);
  });

  test('orders ties by the next key and then by ascending id', async () => {
    const keyOf = ({ department, status, id }: Record<string, unknown>) => [department, status, id].join('|');
    const sorted = (await users('department:asc,status:asc')).filter(({ department }) => department !== null);
    expect(sorted.map(keyOf)).toEqual(sorted.map(keyOf).sort(compareText));
  });
});
