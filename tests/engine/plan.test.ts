import { describe, expect, it } from 'vitest';
import { plan } from '../../engine/run/plan.js';
import { UsageError } from '../../engine/target/usage-error.js';
import { suites } from '../../suites/index.js';

type Selection = Parameters<typeof plan>[1];

const selected = (selection: Selection) => plan(suites, selection).filter(({ excluded }) => excluded === null);
const ids = (selection: Selection) => selected(selection).map(({ id }) => id);

function refusal(selection: Selection): { message: string; hint: string } {
  try {
    plan(suites, selection);
  } catch (error) {
    if (error instanceof UsageError) return { message: error.message, hint: error.hint ?? '' };
    throw error;
  }
  throw new Error('it was taken');
}

describe('a selection', () => {
  it('is by default every check that reads, with a reason for the others', () => {
    const excluded = plan(suites, {}).filter((check) => check.excluded !== null);

    expect(
      excluded.every(
        ({ operation, excluded: lack }) =>
          operation.tier !== undefined && /^(needs --allow-|not in the budget standard$)/.test(lack ?? ''),
      ),
    ).toBe(true);
  });

  it('has every check when everything is allowed', () => {
    const everything = { allowWrites: true, allowDestroy: true, allowScopeAll: true, budget: 'thorough' } as const;

    expect(plan(suites, everything).every(({ excluded }) => excluded === null)).toBe(true);
  });

  it('of updates includes neither removals nor bulk updates of all records', () => {
    const excluded = plan(suites, { allowWrites: true }).filter((check) => check.excluded !== null);

    expect([...new Set(excluded.map((check) => check.excluded))].sort()).toEqual([
      'needs --allow-destroy',
      'needs --allow-scope-all',
      'not in the budget standard',
    ]);
  });

  it('never loses a check: an excluded one has a reason', () => {
    const all = plan(suites, {});
    const some = plan(suites, { operations: ['getUsers'], areas: ['users'], rules: ['paging.*'], level: 'must' });

    expect(some.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    const reasons = new Set(some.flatMap(({ excluded }) => excluded ?? []));
    expect([...reasons].sort()).toEqual([
      'below the selected level (must)',
      'not among the selected operations',
      'not among the selected rules',
    ]);
  });

  it('gives every check an id of its own', () => {
    const all = plan(suites, {}).map(({ id }) => id);

    expect(new Set(all).size).toBe(all.length);
  });

  it.each([
    [{ operations: ['getUser'] }, /^getUser\//],
    [{ operations: ['getUser*'] }, /^getUser/],
    [{ operations: ['get{User,Agreement}'] }, /^get(User|Agreement)\//],
    [{ areas: ['agreements'] }, /^get(Agreement|Contract)/],
    [{ rules: ['paging.*'] }, /\/paging\./],
    [{ rules: ['getUsers/**'] }, /^getUsers\//],
    [{ rules: ['get*/paging.*'] }, /^get\w+\/paging\./],
  ] as const)('%j takes what it names', (selection, pattern) => {
    const taken = ids(selection);

    expect(taken.length).toBeGreaterThan(0);
    expect(taken.filter((id) => !pattern.test(id))).toEqual([]);
    const left = plan(suites, {}).map(({ id }) => id);
    expect(left.filter((id) => pattern.test(id) && !taken.includes(id))).toEqual([]);
  });

  it('of a negated glob includes the others', () => {
    const taken = ids({ operations: ['!get*s'] });

    expect(taken).toContain('getUser/answers.json');
    expect(taken.some((id) => id.startsWith('getUsers/'))).toBe(false);
  });

  it('includes matches of any of several globs', () => {
    const operations = new Set(selected({ operations: ['getUser', 'getContract'] }).map((one) => one.operation.id));

    expect(operations).toEqual(new Set(['getUser', 'getContract']));
  });

  it.each([
    ['must', ['must']],
    ['should', ['must', 'should']],
    ['gap', ['gap', 'must', 'should']],
  ] as const)('of the level %s takes the levels %j', (level, levels) => {
    expect([...new Set(selected({ level }).map((one) => one.level))].sort()).toEqual(levels);
  });
});

describe('an invalid selection', () => {
  it.each([
    [{ operations: ['getUsrs'] }, 'no operation matches "getUsrs"', 'Did you mean "getUsers"?'],
    [{ operations: ['getUsers', 'GetFoo*'] }, 'no operation matches "GetFoo*"', 'touchstone list operations'],
    [{ rules: ['pagin.*'] }, 'no rule matches "pagin.*"', 'touchstone list rules'],
    [{ rules: ['paging.total-page'] }, 'no rule matches "paging.total-page"', 'Did you mean "paging.total-pages"?'],
    [{ rules: ['getUsers/nothing.*'] }, 'no rule matches "getUsers/nothing.*"', 'touchstone list rules'],
    [{ operations: [''] }, 'no operation matches ""', 'touchstone list operations'],
    [{ operations: ['getUser'], areas: ['agreements'] }, 'leave no check to run', 'touchstone list'],
    [{ operations: ['getUserKpis'], rules: ['paging.*'] }, 'leave no check to run', 'touchstone list'],
  ] as [Selection, string, string][])('%j is rejected', (selection, message, hint) => {
    const refused = refusal(selection);

    expect(refused.message).toContain(message);
    expect(refused.hint).toContain(hint);
  });

  it('is one of an operation that writes, where nothing may be written', () => {
    const { message, hint } = refusal({ operations: ['updateUser'] });

    expect(message).toContain('leave no check to run');
    expect(hint).toBe('The selection needs --allow-writes.');
  });
});

describe('--exclude', () => {
  it('says why a check is excluded', () => {
    const [check] = plan(suites, { exclude: ['getUser'] }).filter(({ operation: { id } }) => id === 'getUser');

    expect(check?.excluded).toBe('excluded with --exclude');
  });

  const left = (exclude: string[]) => ids({ exclude });

  it('leaves out rules, checks and operations', () => {
    const all = ids({});

    expect(left(['sort.*'])).toEqual(all.filter((id) => !id.includes('/sort.')));
    expect(left(['getUsers/paging.*'])).toEqual(all.filter((id) => !id.startsWith('getUsers/paging.')));
    expect(left(['getUser*', 'sort.*'])).toEqual(all.filter((id) => !/^getUser|\/sort\./.test(id)));
  });

  it.each([
    ['sotr.*', /Did you mean|See `touchstone list rules`/],
    ['getUser/paging.ehco', /See `touchstone list rules`/],
    ['getUsres', /Did you mean "getUsers"/],
  ])('refuses %s, which matches nothing', (glob, hint) => {
    const refused = refusal({ exclude: [glob] });

    expect(refused.message).toBe(`no rule matches "${glob}"`);
    expect(refused.hint).toMatch(hint);
  });
});

describe('a misspelt id', () => {
  it.each([
    [{ operations: ['getUsrs'] }, 'Did you mean "getUsers"?'],
    [{ rules: ['paging.total-page'] }, 'Did you mean "paging.total-pages"?'],
    [{ rules: ['getUsers/paging.total-page'] }, 'Did you mean "getUsers/paging.total-pages"?'],
  ])('of %j gets a suggestion', (selection: Selection, hint) => {
    expect(refusal(selection).hint).toContain(hint);
  });
});
