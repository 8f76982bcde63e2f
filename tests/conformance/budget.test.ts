import { describe, expect, it } from 'vitest';
import { estimate } from '../../conformance/estimate.js';
import { operations } from '../../contract/operations/index.js';
import { RequestLedger } from '../../engine/session/request-ledger.js';
import { allowanceOf, mostRequests } from '../../engine/target/budget.js';
import { checkReference } from './check-reference.js';

const getUsers = operations.find(({ id }) => id === 'getUsers') as (typeof operations)[number];
const getUser = operations.find(({ id }) => id === 'getUser') as (typeof operations)[number];

describe('the budget of a run', () => {
  it('does not limit writes, and counts the checks with writes', () => {
    const reads = estimate({ operations: ['getUsers'] });
    const both = estimate({ operations: ['getUsers', 'updateUser'], allowWrites: true });

    expect(reads.writing).toBe(0);
    expect(both.writing).toBeGreaterThan(10);
    expect(both.total).toBe(reads.total);
  });

  it('of the shard of writes counts its checks, on the embedded reference without permission too', () => {
    expect(estimate({ operations: ['updateUser'] }, true)).toMatchObject({
      operations: [],
      writing: expect.any(Number),
    });
    expect(() => estimate({ operations: ['updateUser'] })).toThrow(/leave no check to run/);
    expect(estimate({ shard: 'writes' }, true)).toMatchObject({ operations: [], writing: expect.any(Number) });
    expect(() => estimate({ shard: 'writes' })).toThrow(/no check for --shard writes/);
  });

  it('sends no filters for each value of a field with the budget quick, and reports that', async () => {
    const report = await checkReference({ options: { budget: 'quick', operations: ['getUsers'] } });
    const values = report.checks.find(({ id }) => id === 'getUsers/filter.every-value');

    expect(values).toMatchObject({ outcome: 'excluded', reason: 'not in the budget quick' });
    expect(report.checks.find(({ id }) => id === 'getUsers/filter.sound')?.outcome).toBe('pass');
    expect(report.command).toContain('--budget quick');
  });

  it('sends no more requests than --max-requests, for checks that it does not interrupt', async () => {
    const report = await checkReference({ options: { maxRequests: 150, seed: 1 } });
    const ran = report.checks.filter(({ outcome }) => outcome !== 'excluded');

    expect(report.requests.sent).toBeLessThanOrEqual(150);
    expect(report.requests.sent).toBeGreaterThan(130);
    expect(report.verdict).toBe('conforms');
    expect(new Set(ran.map(({ operation }) => operation)).size).toBeGreaterThan(25);
    expect(ran.filter(({ reason }) => reason?.includes('are used up'))).toEqual([]);
    expect(report.selection).toMatchObject({ maxRequests: 150, detects: expect.any(Number) });
    expect(report.selection.detects).toBeGreaterThan(45);
    expect(report.selection.detects).toBeLessThan(100);
    expect(report.warnings).toContainEqual(expect.stringContaining(`notice ${report.selection.detects}% of the known`));
    expect(report.command).toContain('--max-requests 150');
  });

  it('is mostly used for checks, and not to find samples that are not given', async () => {
    const report = await checkReference({ target: { fixtures: {} }, options: { maxRequests: 150, seed: 1 } });
    const ran = report.checks.filter(({ outcome }) => outcome !== 'excluded');

    expect(report.requests.sent).toBeLessThanOrEqual(150);
    expect(ran.filter(({ reason }) => reason?.includes('are used up')).length).toBeLessThan(0.15 * ran.length);
  });

  it('is used for a request to each operation first, where lists are too long for it', async () => {
    const report = await checkReference({
      reference: { sizes: { applications: 60, users: 520, subscriptions: 12, agreements: 60, contracts: 40 } },
      options: { maxRequests: 150, seed: 1 },
    });
    const ran = report.checks.filter(({ outcome }) => outcome !== 'excluded');
    const starved = ran.filter(({ reason }) => reason?.includes('are used up')).map(({ rule }) => rule);

    expect(starved.length).toBeGreaterThan(0);
    expect(starved).not.toContain('answers.success-status');
  });

  it('is 150 requests with quick, unless --max-requests says otherwise', () => {
    expect(estimate({ budget: 'quick' }).total).toBe(150);
    expect(estimate({ budget: 'quick', maxRequests: 40 }).total).toBe(40);
    expect(estimate({ maxRequests: 1_000_000 }).total).toBe(estimate({}).total);
  });

  it('stops the requests of a run when they are used up', () => {
    const ledger = new RequestLedger(allowanceOf('standard', 2), new Set(['getUsers', 'getUser']));
    ledger.take(getUsers);
    ledger.take(getUser);

    expect(() => ledger.take(getUser)).toThrow('all 2 requests of the run are used up; increase --max-requests');
  });

  it('stops the requests of an operation when its share is used up, and of no other operation', () => {
    const allowance = allowanceOf('quick', 1000);
    const ledger = new RequestLedger(allowance, new Set(['getUsers', 'getUser']));
    for (let sent = 0; sent < mostRequests(allowance, getUsers); sent += 1) ledger.take(getUsers);

    expect(() => ledger.take(getUsers)).toThrow(
      'all 300 requests that the quick budget allows for getUsers are used up; use a larger --budget',
    );
    expect(() => ledger.take(getUser)).not.toThrow();
  });
});
