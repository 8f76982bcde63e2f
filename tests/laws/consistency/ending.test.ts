import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Hook } from '../../../reference/index.js';
import { Refusal } from '../../../reference/refusal.js';
import { runConsistency } from './run-consistency.js';

const RULES = ['consistency.lost-update'];

/** An update or bulk update that arrived: of the concurrent clients, or one that sends the own values of a record. */
type Arrived = { readonly operation: string; readonly isOfClients: boolean };

/** Returns 403 for one write of the clients and takes some time for all others, so that they still run meanwhile. */
const forbidding =
  (operation: string, position: number, arrived: Arrived[]): Hook =>
  (steps) => ({
    readBody: (context) => {
      const body = steps.readBody(context);
      const { id } = context.operation;
      const isOfClients = id.startsWith('bulk') || /"touchstone /.test(context.body ?? '');
      arrived.push({ operation: id, isOfClients });
      if (isOfClients && id === operation && count(arrived, id) === position) throw new Refusal(403, 'not now');
      return body;
    },
    respond: async (answer, context) => {
      if (answer.status !== 403 && context.operation.id.startsWith('update')) await sleep(20);
      return steps.respond(answer, context);
    },
  });

/** How many writes of the clients have arrived. */
const count = (arrived: readonly Arrived[], operation: string) =>
  arrived.filter((one) => one.operation === operation && one.isOfClients).length;

describe('a write that is rejected with 403 while other clients write', () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  beforeEach(() => {
    unhandled.length = 0;
    process.on('unhandledRejection', note);
  });
  afterEach(() => {
    process.off('unhandledRejection', note);
  });

  it('ends all of them before the records are restored', async () => {
    const arrived: Arrived[] = [];
    // Each of the 2 records is patched once to begin, once during a bulk update, and four times in turn.
    const hook = forbidding('updateApplication', 14, arrived);
    const { report, outcome } = await runConsistency('updateApplication', { hooks: [hook], rules: RULES });
    const order = arrived.map(({ isOfClients }) => (isOfClients ? 'client' : 'own values'));
    const concurrent = order.slice(order.indexOf('client'), order.lastIndexOf('client'));

    // The target has accepted writes to the record before, so that the clients go on without this one.
    expect(outcome('consistency.lost-update')).toBe('pass');
    expect(count(arrived, 'updateApplication')).toBeGreaterThan(14);
    expect(order.at(-1)).toBe('own values');
    expect(concurrent).not.toContain('own values');
    expect(report.restoration?.left).toEqual([]);
  });

  it('is handled, if it is a bulk update and the others are still to be sent', async () => {
    const arrived: Arrived[] = [];
    const hook = forbidding('bulkUpdateApplications', 4, arrived);
    const { report, outcome } = await runConsistency('updateApplication', { hooks: [hook], rules: RULES });

    expect(count(arrived, 'bulkUpdateApplications')).toBe(4);
    expect(outcome('consistency.lost-update')).toBe('not-applicable');
    expect(unhandled).toEqual([]);
    expect(report.restoration?.left).toEqual([]);
  });
});
