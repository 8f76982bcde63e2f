import { describe, expect, it } from 'vitest';
import { estimate } from '../../conformance/estimate.js';
import { operations } from '../../contract/operations/index.js';
import { RequestLedger } from '../../engine/session/request-ledger.js';
import { allowanceOf, mostRequests } from '../../engine/target/budget.js';
import { BUDGETS } from '../../options/choices.js';
import { checkReference } from './check-reference.js';

const getUsers = operations.find(({ id }) => id === 'getUsers') as (typeof operations)[number];
const getUser = operations.find(({ id }) => id === 'getUser') as (typeof operations)[number];

describe('the budget of a run', () => {
  it.each(BUDGETS)('limits the requests of %s to the printed maximum', async (budget) => {
    const options = { budget, operations: ['getUser*', 'getContract*'], seed: 3 };

    const report = await checkReference({ options });
    const announced = estimate(options);

    for (const { id, most } of announced.operations) {
      expect(report.operations.find((one) => one.id === id)?.requests, id).toBeLessThanOrEqual(most);
    }
    expect(report.requests.sent).toBeLessThanOrEqual(announced.total);
    expect(report.verdict).toBe('conforms');
    expect(report.selection.budget).toBe(budget);
  });

  it('does not limit writes, and counts the checks with writes', () => {
    const reads = estimate({ operations: ['getUsers'] });
    const both = estimate({ operations: ['getUsers', 'updateUser'], allowWrites: true });

    expect(reads.writing).toBe(0);
    expect(both.writing).toBeGreaterThan(10);
    expect(both.total).toBe(reads.total);
  });

  it('of the shard of writes counts its checks, on the embedded reference without permission too', () => {
    expect(estimate({ shard: 'writes' }, true)).toMatchObject({ operations: [], writing: expect.any(Number) });
    expect(() => estimate({ shard: 'writes' })).toThrow(/no check for --shard writes/);
  });

  it('sends no generated expression with the budget quick, and reports that', async () => {
    const report = await checkReference({ options: { budget: 'quick', operations: ['getUsers'] } });
    const grammar = report.checks.find(({ id }) => id === 'getUsers/filter.grammar');

    expect(grammar).toMatchObject({ outcome: 'excluded', reason: 'not in the budget quick' });
    expect(report.checks.find(({ id }) => id === 'getUsers/filter.sound')?.outcome).toBe('pass');
    expect(report.command).toContain('--budget quick');
  });

  it('stops the requests of an operation when its share is used up, and of no other operation', () => {
    const allowance = allowanceOf('quick');
    const ledger = new RequestLedger(allowance, new Set(['getUsers', 'getUser']));
    for (let sent = 0; sent < mostRequests(allowance, getUsers); sent += 1) ledger.take(getUsers);

    expect(() => ledger.take(getUsers)).toThrow(
      'all 300 requests that the quick budget allows for getUsers are used up; use a larger --budget',
    );
    expect(() => ledger.take(getUser)).not.toThrow();
  });
});
