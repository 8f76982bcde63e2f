import { describe, expect, test } from 'vitest';
import { touchstone, type World } from './run-command.js';

const LISTING: Awaited<ReturnType<NonNullable<World['listRules']>>> = {
  operations: [
    {
      id: 'getUsers',
      title: 'Get users',
      area: 'users',
      method: 'GET',
      path: 'api/saas/users',
      statuses: [200, 400, 500],
      rules: ['paging.echo', 'sort.asc'],
    },
  ],
  rules: [
    {
      id: 'paging.echo',
      clause: 'paging.echo',
      level: 'must',
      title: 'the pagination object echoes what was asked '.repeat(4).trim(),
      section: 'Pagination object',
      operations: ['getUsers', 'getContracts'],
    },
  ],
  clauses: [
    {
      id: 'paging.echo',
      level: 'must',
      section: 'Pagination object',
      title: 'it echoes',
      rules: ['paging.echo'],
      untested: null,
    },
    { id: 'tasks.completes', level: 'must', section: 'Tasks', title: 'it ends', rules: [], untested: 'needs a write' },
  ],
};
const world: World = { listRules: async () => LISTING };

describe('touchstone list', () => {
  test('lists the operations by default', async () => {
    const { code, stdout } = await touchstone(['list'], world);

    expect(code).toBe(0);
    expect(stdout).toBe('operation  area   method  rules  path\ngetUsers   users  GET     2      api/saas/users\n');
  });

  test('lists the rules, with full lines outside a terminal', async () => {
    const { stdout } = await touchstone(['list', 'rules'], world);

    expect(stdout).toMatch(
      /^rule +level +operations +clause +title\npaging\.echo +must +2 +paging\.echo +the pagination/,
    );
    expect(stdout).toContain(LISTING.rules[0]?.title);
  });

  test('cuts lines to the width of a terminal', async () => {
    const { stdout } = await touchstone(['list', 'rules'], { ...world, tty: true });

    expect(stdout.split('\n').map((line) => line.length)).toEqual([expect.any(Number), 120, 0]);
  });

  test('lists the clauses, and why one is not tested', async () => {
    const { stdout } = await touchstone(['list', 'clauses'], world);

    expect(stdout).toMatch(/tasks\.completes +must +Tasks +untested +it ends \(needs a write\)\n/);
    expect(stdout).toMatch(/paging\.echo +must +Pagination object +1 +it echoes\n/);
  });

  test.each(['operations', 'rules', 'clauses'] as const)('prints the %s as JSON', async (subject) => {
    expect(JSON.parse((await touchstone(['list', subject, '--json'], world)).stdout)).toEqual(LISTING[subject]);
  });
});
