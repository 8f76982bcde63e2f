import { describe, expect, test } from 'vitest';
import { differencesOf } from '../../cli/baseline/differences-of.js';
import { entriesOf } from '../../cli/baseline/entries-of.js';
import type { Check } from '../../schemas/generated/touchstone.js';
import { failedCheck, sampleFinding, sampleRun } from '../reporters/sample-run.js';

const WHY = { reason: 'known', ticket: 'T-1', expires: '2999-12-31' };

/** A failed check of an operation with findings at some places. */
function failed(operation: string, rule: string, places: readonly string[], more: Partial<Check> = {}): Check {
  const findings = places.map((at) => sampleFinding({ at }));
  return { ...failedCheck({ rule, findings }), id: `${operation}/${rule}`, operation, ...more };
}

const entries = (...checks: Check[]) => entriesOf(differencesOf(sampleRun({ checks })), WHY);

describe('the entries for the differences of a run', () => {
  test('are one for a rule that fails in many operations, with the places of each operation', () => {
    const made = entries(
      failed('getUser', 'records.dates', ['/lastActive']),
      failed('getUsers', 'records.dates', ['/items/3/lastActive', '/items/4/createdDate']),
    );

    expect(made).toEqual([
      {
        level: 'must',
        ...WHY,
        findings: {
          'getUser/records.dates': ['/lastActive'],
          'getUsers/records.dates': ['/items/*/lastActive', '/items/*/createdDate'],
        },
      },
    ]);
  });

  test('are one for an operation in which many rules fail, and one for a rule that also fails elsewhere', () => {
    const rules = ['records.types', 'paging.numbers', 'filter.sound', 'sort.asc'];
    const made = entries(
      ...rules.map((rule) => failed('getUsers', rule, ['/items'])),
      ...['getUser', 'getContract', 'getAgreement'].map((operation) => failed(operation, 'records.types', ['/id'])),
    );

    expect(made.map(({ findings }) => Object.keys(findings ?? {}))).toEqual([
      ['getUsers/records.types', 'getUser/records.types', 'getContract/records.types', 'getAgreement/records.types'],
      ['getUsers/paging.numbers', 'getUsers/filter.sound', 'getUsers/sort.asc'],
    ]);
  });

  test('accept only what failed, without patterns over operations', () => {
    const made = entries(failed('getUser', 'records.dates', ['/a']), failed('getUsers', 'records.dates', ['/b']));

    expect(JSON.stringify(made)).not.toContain('*');
  });

  test('include the places that the report does not list as findings', () => {
    const otherPlaces = [{ at: '/items/*/b', expected: 'an integer' }];
    const made = entries(failed('getUsers', 'records.types', ['/items/1/a'], { moreFindings: 1, otherPlaces }));

    expect(made[0]?.findings).toEqual({ 'getUsers/records.types': ['/items/*/a', '/items/*/b'] });
  });

  test('have level should only if no MUST failure is among them', () => {
    const should = failed('getUsers', 'errors.body', ['status'], { level: 'should' });

    expect(entries(should)[0]?.level).toBe('should');
    expect(entries(should, failed('getUsers', 'sort.asc', ['status']))[0]?.level).toBe('must');
  });

  test('keep the reason of already accepted differences', () => {
    const accepted = { reason: 'older', expires: '2998-01-01' };
    const check = failed('getUsers', 'sort.asc', []);
    const made = entries({ ...check, findings: [sampleFinding({ at: '/a', accepted }), sampleFinding({ at: '/b' })] });

    expect(made.map(({ finding, reason }) => [finding, reason])).toEqual([
      ['/a', 'older'],
      ['/b', 'known'],
    ]);
  });
});
