import { describe, expect, it } from 'vitest';
import { check } from '../../conformance/check.js';
import { Recorder } from '../../conformance/recorder.js';
import { operations } from '../../contract/operations/index.js';
import { Answer } from '../../engine/client/answer.js';
import { resolveTarget } from '../../engine/target/target.js';
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
    const options = { ...OPTIONS, operations: ['getSubscriptionUsers'], power: 'all' } as const;
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

describe('a recorder', () => {
  const answer = (method: string, path: string, authorization: string | undefined, body: string): Answer => {
    const headers = { ...(authorization !== undefined && { authorization }) };
    const received = { status: 200, headers: { 'content-encoding': 'gzip', etag: 'x' }, body: Buffer.from(body) };
    return new Answer({ method, url: `http://target.test/${path}`, headers }, received, null, 0, 0, 1);
  };
  const options = { baseUrl: 'http://target.test', token: 'first' };

  it('keeps the reads before the first write, decoded', () => {
    const recorder = new Recorder();
    recorder.add(answer('GET', 'a', 'Bearer first', '1'));
    recorder.add(answer('PATCH', 'a', 'Bearer first', '2'));
    recorder.add(answer('GET', 'b', 'Bearer first', '3'));

    const { exchanges } = recorder.workOf(options, resolveTarget(options, operations));

    expect(exchanges).toEqual([
      {
        request: { method: 'GET', path: '/a', headers: { authorization: 'Bearer first' } },
        response: { status: 200, headers: { etag: 'x' }, body: Buffer.from('1') },
      },
    ]);
  });

  it('keeps nothing beyond its limit, and says that the power cannot be measured', () => {
    const recorder = new Recorder(4);
    recorder.add(answer('GET', 'a', 'Bearer first', '1234'));
    expect(recorder.problem).toBeNull();

    recorder.add(answer('GET', 'b', 'Bearer first', '5'));
    recorder.add(answer('GET', 'c', 'Bearer first', ''));

    expect(recorder.problem).toMatch(/^the power was not measured: the responses of the run take more than /);
    expect(recorder.workOf(options, resolveTarget(options, operations)).exchanges).toEqual([]);
  });

  it('takes a renewed token for the first one, and leaves a wrong one and none', () => {
    const recorder = new Recorder();
    const target = resolveTarget(options, operations);
    const sent = ['Bearer second', target.headers('wrong').authorization, undefined];
    for (const [index, authorization] of sent.entries()) recorder.add(answer('GET', `${index}`, authorization, ''));

    const { exchanges } = recorder.workOf(options, target);

    expect(exchanges.map(({ request }) => request.headers.authorization)).toEqual([
      'Bearer first',
      target.headers('wrong').authorization,
      undefined,
    ]);
  });
});
