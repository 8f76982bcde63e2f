import { describe, expect, it } from 'vitest';
import { failureGroups } from '../../../reporters/html/app/failure-groups.js';
import { failedCheck, sampleCheck } from '../sample-run.js';

const failed = (operation: string, rule: string, rest = {}) => failedCheck({ operation, rule, title: rule, ...rest });

describe('the failures of a page', () => {
  it('are one group for each root cause, with its operations', () => {
    const checks = [
      failed('getUsers', 'paging.echo'),
      failed('getUsers', 'paging.at-most'),
      failed('getContracts', 'paging.echo'),
    ];
    const cause = {
      id: 'paging-ignored' as const,
      title: 'the target ignores paging',
      checks: checks.map(({ id }) => id),
    };

    const [group, ...others] = failureGroups(checks, [cause]);

    expect(others).toEqual([]);
    expect(group?.title).toBe('the target ignores paging');
    expect(group?.rules.map(([rule, own]) => [rule, own.map(({ operation }) => operation)])).toEqual([
      ['paging.echo', ['getUsers', 'getContracts']],
      ['paging.at-most', ['getUsers']],
    ]);
  });

  it('that no root cause explains are one group for each rule, the largest first', () => {
    const checks = [failed('a', 'sort.order'), failed('a', 'paging.echo'), failed('b', 'paging.echo')];

    expect(failureGroups(checks, []).map(({ title }) => title)).toEqual(['paging.echo', 'sort.order']);
  });

  it('come before warnings, and what passed or is accepted is none', () => {
    const warning = { level: 'should' };
    const checks = [
      failed('a', 'sort.natural', warning),
      failed('b', 'sort.natural', warning),
      failed('a', 'records.dates', { accepted: true }),
      sampleCheck({ rule: 'records.types' }),
      failed('a', 'sort.order'),
    ];

    expect(failureGroups(checks, []).map(({ title }) => title)).toEqual(['sort.order', 'sort.natural']);
  });
});
