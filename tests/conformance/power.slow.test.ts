import { describe, expect, it } from 'vitest';
import { check } from '../../conformance/check.js';
import { faults, writeFaults } from '../../faults/index.js';
import { createReference } from '../../reference/index.js';
import { assertReport } from '../package/report-schema.js';

/** Few records and one operation, so that a sample of its faults is judged quickly. */
const SIZES = { applications: 4, users: 12, subscriptions: 2, agreements: 4, contracts: 4 };
const OPTIONS = { operations: ['getAgreementTypes'], seed: 1, allowWrites: false, allowDestroy: false };

async function checked(options: Parameters<typeof check>[1]) {
  const reference = createReference({ sizes: SIZES });
  const requests: string[] = [];
  reference.app.addHook('onRequest', async ({ url }) => {
    requests.push(url);
  });
  const { url } = await reference.listen();
  try {
    const { removableSubscriptionId, removableUserIds } = reference.fixtures;
    const fixtures = options?.allowDestroy === true ? { removableSubscriptionId, removableUserIds } : {};
    return { report: await check({ baseUrl: url, token: reference.token, fixtures }, options), requests };
  } finally {
    await reference.close();
  }
}

describe('a run that measures its power', () => {
  it('sends the requests of a run that does not, and reports nothing that was injected', async () => {
    const plain = await checked(OPTIONS);
    const { report, requests } = await checked({ ...OPTIONS, power: 'sample' });
    const { power, ...rest } = report;

    expect(requests.length).toBe(plain.requests.length);
    expect(power?.injected).toBeGreaterThan(30);
    expect(power?.noticed).toBeGreaterThan(0.9 * (power?.injected ?? 0));
    expect(report.verdict).toBe(plain.report.verdict);
    expect(report.checks.map(({ id, outcome, findings }) => [id, outcome, findings])).toEqual(
      plain.report.checks.map(({ id, outcome, findings }) => [id, outcome, findings]),
    );
    expect(report.exchanges).toHaveLength(plain.report.exchanges.length);
    const text = JSON.stringify(rest);
    expect(faults.filter(({ id }) => text.includes(id))).toEqual([]);
    await assertReport(report);
  });

  it('injects into the writes of its recording, and sends none of them again', async () => {
    const writes = { allowWrites: true, allowDestroy: true, consistencyWindowMs: 50 };
    const options = { ...OPTIONS, operations: ['deleteSubscriptionUsers'], rules: ['deletion.effect'], ...writes };
    const plain = await checked(options);
    const { report, requests } = await checked({ ...options, power: 'all' });

    expect(requests.length).toBe(plain.requests.length);
    expect(report.power?.byOperation.map(({ operation }) => operation)).toEqual(['deleteSubscriptionUsers']);
    const effect = report.power?.byRule.find(({ rule }) => rule === 'deletion.effect');
    expect(effect?.noticed).toBeGreaterThanOrEqual(3);
    expect(report.checks.map(({ id, outcome }) => [id, outcome])).toEqual(
      plain.report.checks.map(({ id, outcome }) => [id, outcome]),
    );
    const { power: _power, ...rest } = report;
    expect(writeFaults.filter(({ id }) => JSON.stringify(rest).includes(id))).toEqual([]);
    await assertReport(report);
  });

  it('sends as many more reads as are allowed, and decides more with them', async () => {
    // A list without links, which would decide some of the deviations.
    const options = { ...OPTIONS, operations: ['getUserDiscoverySources'], power: 'all' } as const;
    const plain = await checked(options);
    const some = await checked({ ...options, powerRequests: 1 });
    const { report } = await checked({ ...options, powerRequests: 5000 });

    expect(plain.report.power?.inconclusive).toBeGreaterThan(0);
    expect(plain.report.power).not.toHaveProperty('requests');
    expect(some.report.power?.requests).toBe(1);
    expect(some.report.requests.sent).toBe(plain.report.requests.sent + 1);
    expect(report.power?.inconclusive).toBeLessThan(plain.report.power?.inconclusive ?? 0);
    expect(report.power?.injected).toBeGreaterThan(plain.report.power?.injected ?? 0);
    expect(report.requests.sent).toBe(plain.report.requests.sent + (report.power?.requests ?? 0));
    expect(report.selection.powerRequests).toBe(5000);
    expect(report.checks.map(({ id, outcome }) => [id, outcome])).toEqual(
      plain.report.checks.map(({ id, outcome }) => [id, outcome]),
    );
    await assertReport(report);
  });

  it('is refused with more requests and nothing to send them for', async () => {
    await expect(checked({ ...OPTIONS, powerRequests: 5 })).rejects.toThrow(/--power-requests sends nothing/);
  });

  it('is incomplete if it would notice less than is required', async () => {
    const { report } = await checked({ ...OPTIONS, rules: ['answers.*', 'paging.envelope'], requirePower: 99 });

    expect(report.power?.extent).toBe('sample');
    expect(report.verdict).toBe('incomplete');
    expect(report.incomplete?.unmet).toMatchObject([{ requirement: '--require-power 99%' }]);
    expect(report.selection.requirePower).toBe(99);
  });
});
