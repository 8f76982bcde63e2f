import { describe, expect, it } from 'vitest';
import { check } from '../../conformance/check.js';
import { createReference, type Hook } from '../../reference/index.js';
import { checkText } from '../../reporters/check-text.js';

const SIZES = { applications: 3, users: 12, subscriptions: 2, agreements: 2, contracts: 2 };

describe('the traces of a run', () => {
  it('are one for each request, with the run and the check, and are recorded only to confirm a finding', async () => {
    const sent: { traceparent: string; baggage: string }[] = [];
    const listening: Hook = (steps) => ({
      authorize: (context) => {
        const { traceparent, baggage } = context.headers;
        sent.push({ traceparent: String(traceparent), baggage: String(baggage) });
        steps.authorize(context);
      },
      // A finding: one page too many.
      answerList: (context) => {
        const answer = steps.answerList(context);
        const body = answer.body as { pagination: { total_pages: number } };
        return {
          ...answer,
          body: { ...body, pagination: { ...body.pagination, total_pages: body.pagination.total_pages + 1 } },
        };
      },
    });
    const reference = createReference({ sizes: SIZES, hooks: [listening] });
    const { url } = await reference.listen();
    const { token, fixtures } = reference;
    const rules = ['paging.*', 'authorization.*'];
    const report = await check({ baseUrl: url, token, fixtures }, { seed: 1, operations: ['getUsers'], rules });
    await reference.close();

    const ids = sent.map(({ traceparent }) => traceparent.split('-')[1]);
    expect(new Set(ids).size).toBe(sent.length);
    expect(sent.every(({ baggage }) => baggage.startsWith(`touchstone.run=${report.requests.traceId}`))).toBe(true);
    expect(sent.some(({ baggage }) => baggage.endsWith('touchstone.check=getUsers%2Fauthorization.required'))).toBe(
      true,
    );

    const failed = report.checks.find(({ id }) => id === 'getUsers/paging.total-pages');
    expect(failed?.outcome).toBe('fail');
    const sampled = sent.filter(({ traceparent }) => traceparent.endsWith('-01'));
    expect(sampled.length).toBeGreaterThan(0);
    expect(sampled.length).toBeLessThan(sent.length / 2);
    const text = failed === undefined ? '' : checkText(failed, new Map(report.exchanges.map((one) => [one.id, one])));
    const [, shown] = /Trace:?\s+([0-9a-f]{32})/.exec(text) ?? [];
    expect(ids).toContain(shown);
  });
});
