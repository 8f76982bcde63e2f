import { describe, expect, it } from 'vitest';
import { on } from '../../reference/hooks.js';
import { generateTenant, type Hook, Refusal } from '../../reference/index.js';
import { evaluator, joins } from '../../reference/query-hooks.js';
import { checkReference, failures, idsOf } from './check-reference.js';

const sizes = { applications: 3, users: 5600, subscriptions: 2, agreements: 2, contracts: 2 };
const tenant = generateTenant({ seed: 5, sizes });
const options = { operations: ['getUsers'], rules: ['filter.*', 'sort.*', 'paging.*'] };

const checkUsers = (hooks: readonly Hook[] = [], more = {}) =>
  checkReference({
    reference: { tenant, hooks: hooks.map((hook) => on('getUsers', hook)) },
    options: { ...options, ...more },
  });

const refusing = (pattern: RegExp): Hook => {
  return (steps) => ({
    parseFilter: (text, schema, context) => {
      const filter = steps.parseFilter(text, schema, context);
      if (pattern.test(text)) throw new Refusal(400, 'not taken');
      return filter;
    },
  });
};

describe('a list that is too large to read completely', () => {
  it('is checked on a sample and a slice, and the report names both', async () => {
    const report = await checkUsers();
    const [users] = report.operations.filter(({ id }) => id === 'getUsers');

    expect(failures(report)).toEqual([]);
    expect(idsOf(report, 'pass')).toEqual(
      expect.arrayContaining(['getUsers/filter.grammar', 'getUsers/filter.every-value', 'getUsers/sort.grammar']),
    );
    expect(users?.sampled).toMatchObject({ read: 5000, of: 5600, slice: expect.any(Number) });
    expect(report.warnings).toEqual([
      expect.stringMatching(
        /^only 5000 of 5600 records of the list of getUsers were read; .* on the \d+ records? that/,
      ),
    ]);
    // 277 measured. With a bound of 260, some rules did not exist yet, or tried fewer fields and values: filter.near-misses, filter.other-quote,
    // filter.within, filter.every-field and sort.every-field. Most requests are filters on the slice.
    expect(users?.requests).toBeLessThan(290);
  });

  it('is sliced by one value if -or is not supported', async () => {
    const report = await checkUsers([refusing(/-or\b/)]);

    expect(failures(report)).toEqual([]);
    expect(idsOf(report, 'pass')).toContain('getUsers/filter.grammar');
  });

  it('is inconclusive for rules that need a slice if no filter selects one', async () => {
    const report = await checkUsers([refusing(/\) -(?:or|and)\b|status|country|department/)]);

    expect(failures(report)).toEqual([]);
    expect(idsOf(report, 'pass')).not.toContain('getUsers/filter.grammar');
  });

  it.each([
    // Few requests: otherwise the smaller filters that are tried each select thousands of records to read.
    ['-and is read as -or', joins({ and: (operands) => operands.some(Boolean) }), { maxRequests: 150 }],
    ['-not is ignored', joins({ not: (operand) => operand }), {}],
    [
      '-contains finds only the beginning',
      evaluator(({ field, operator, value }, row, right) =>
        operator === '-contains' ? String(row[field]).startsWith(String(value)) : right,
      ),
      {},
    ],
  ])('fails if %s', async (_name, hook, more) => {
    const report = await checkUsers([hook], { rules: ['filter.grammar'], ...more });

    expect(idsOf(report, 'fail')).toContain('getUsers/filter.grammar');
  });
});
