import { describe, expect, it } from 'vitest';
import { operations } from '../../contract/operations/index.js';
import type { Walk } from '../../engine/session/page.js';
import type { FoundSorts, Sortable } from '../../suites/laws/sortable.js';
import { twoKeysOf } from '../../suites/laws/two-keys.js';

const getUsers = operations.find(({ id }) => id === 'getUsers') as (typeof operations)[number];
const items = [1, 1, 1, 2, 2].map((value, index) => ({
  id: `${index}`,
  userCostPerMonth: value,
  licenseCount: value,
  department: `Team ${value}`,
  lastActive: `2024-05-0${value}T10:00:00Z`,
  username: `user ${index}`,
}));
const walk = { items } as unknown as Walk;
const sortable = (field: string, kind: Sortable['kind']): Sortable => ({
  field,
  kind,
  byLetter: false,
  ascending: walk,
  asUnsorted: false,
});

/** The first key that is chosen among the fields and one more, by which no two records are ties. */
function firstOf(...fields: Sortable[]): string | undefined {
  const found: FoundSorts = {
    plain: walk,
    unpaged: 100,
    taken: [...fields, sortable('username', 'text')],
    refused: [],
  };
  return twoKeysOf(getUsers, found)?.first.field;
}

describe('the first of two keys', () => {
  it('is a text or an integer', () => {
    expect(firstOf(sortable('department', 'text'))).toBe('department');
    expect(firstOf(sortable('licenseCount', 'number'))).toBe('licenseCount');
  });

  it('is no number with fractions and no time, which may be stored with more digits than shown', () => {
    const finer = [sortable('userCostPerMonth', 'number'), sortable('lastActive', 'date')];

    expect(firstOf(...finer)).toBeUndefined();
    expect(firstOf(...finer, sortable('department', 'text'))).toBe('department');
  });
});
