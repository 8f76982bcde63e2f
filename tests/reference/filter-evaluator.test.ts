import { describe, expect, test } from 'vitest';
import { matches } from '../../reference/query/filter-evaluator.js';
import { parseFilter } from '../../reference/query/filter-parser.js';
import { recordShape } from '../../reference/record-shape.js';

const record = {
  displayName: 'Zoë O\'Brien "100%" \\',
  email: null,
  department: 'Sales',
  createdDate: '2024-03-01T10:00:00Z',
  lastActive: null,
  isOnline: true,
  licenseCount: 3,
};

const holds = (filter: string) => matches(parseFilter(filter, recordShape('user').comparable), record);

describe('a filter matches', () => {
  test.each([
    [`displayName -eq 'Zoë O\\'Brien "100%" \\\\'`],
    [`displayName -contains "O'Brien"`],
    [`displayName -contains '100%'`],
    [`displayName -contains ''`],
    [`displayName -notcontains 'zoë'`],
    ["department -ne 'sales'"],
    ['licenseCount -eq 3'],
    ['licenseCount -ge 3'],
    ['licenseCount -le 3'],
    ['licenseCount -gt 2.5'],
    ['licenseCount -lt 10'],
    ['isOnline -eq true'],
    ['isOnline -ne false'],
    ['createdDate -eq 2024-03-01T10:00:00Z'],
    ['createdDate -gt 2024-03-01'],
    ['createdDate -lt 2024-03-02'],
    ["email -ne 'a'"],
    ["email -notcontains 'a'"],
    ["-not (email -eq 'a')"],
    ['lastActive -ne 2024-03-01'],
    ['(licenseCount -eq 0) -or (isOnline -eq true)'],
    ['(licenseCount -eq 3) -and (-not (isOnline -eq false))'],
  ])('%s', (filter) => {
    expect(holds(filter)).toBe(true);
  });
});

describe('a filter does not match', () => {
  test.each([
    ["department -eq 'sales'"],
    ["department -eq 'Sale'"],
    [`displayName -contains 'Zoe\u0308'`],
    ['licenseCount -gt 3'],
    ['licenseCount -lt 3'],
    ['licenseCount -ne 3'],
    ['createdDate -ne 2024-03-01T10:00:00Z'],
    ["email -eq 'null'"],
    ["email -contains ''"],
    ['lastActive -lt 2024-03-01'],
    ['lastActive -ge 2024-03-01'],
    ['(licenseCount -eq 3) -and (isOnline -eq false)'],
    ['(licenseCount -eq 0) -or (isOnline -eq false)'],
  ])('%s', (filter) => {
    expect(holds(filter)).toBe(false);
  });
});

test('a time without a zone is compared as UTC, whether or not the filter has a zone', () => {
  const fields = recordShape('application-user-consumption').comparable;
  const consumption = { lastActive: '2024-03-01T10:00:00' };
  for (const time of ['2024-03-01T10:00:00Z', '2024-03-01T10:00:00']) {
    expect(matches(parseFilter(`lastActive -eq '${time}'`, fields), consumption)).toBe(true);
  }
});
