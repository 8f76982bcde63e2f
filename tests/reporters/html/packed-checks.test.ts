import { describe, expect, it } from 'vitest';
import { packed, unpacked } from '../../../reporters/html/packed-checks.js';
import { renderHtml } from '../../../reporters/html.js';
import { failedCheck, sampleCheck, sampleExchange, sampleFinding, sampleRun } from '../sample-run.js';
import { fullRun } from './full-run.js';

describe('packed checks', () => {
  it('are the same checks when they are unpacked', () => {
    const other = {
      ...sampleCheck({ outcome: 'inconclusive', reason: 'no data', cause: 'transport' }),
      id: 'another id',
    };
    const more = failedCheck({ rule: 'sort.order', moreFindings: 2, otherPlaces: [{ at: '/a', expected: '1' }] });
    const checks = [...fullRun().checks, other, more];

    expect(unpacked(packed(checks))).toEqual(checks);
  });

  it('are small: a check without a failure takes less than 50 characters', () => {
    const checks = Array.from({ length: 34 }, (_unused, index) =>
      sampleCheck({ operation: `operation${index}`, outcome: 'excluded', reason: 'not in the selection of the run' }),
    );
    const more = packed([...checks, ...checks, ...checks]);

    expect((JSON.stringify(more).length - JSON.stringify(packed(checks)).length) / 68).toBeLessThan(50);
  });
});

/** A run in which every list returns a body of 20 KB, with `count` failures of `rules` rules. */
function manyFailures(count: number, rules: number) {
  const body = JSON.stringify({ items: Array.from({ length: 100 }, (_unused, id) => ({ id, text: 'x'.repeat(180) })) });
  const response = { status: 200, headers: {}, body, bodyBytes: body.length, truncated: false };
  const numbers = Array.from({ length: count }, (_unused, index) => index);
  return sampleRun({
    verdict: 'does-not-conform',
    checks: numbers.map((index) =>
      failedCheck({
        rule: `paging.rule-${index % rules}`,
        operation: `operation${Math.floor(index / rules)}`,
        findings: [sampleFinding({ exchange: `x${index}` })],
      }),
    ),
    exchanges: numbers.map((index) => sampleExchange({ id: `x${index}`, response })),
  });
}

const bodyOf = (html: string, index: number) =>
  JSON.parse(new RegExp(`id="touchstone-exchange-${index}">(.*?)</script>`).exec(html)?.[1] ?? 'null').response;

describe('a page with many failures', () => {
  it('stays below 1 MB with 200 failures and 4 MB of evidence', () => {
    expect(renderHtml(manyFailures(200, 12)).length).toBeLessThan(1_000_000);
  });

  it('has the whole evidence of one failure of each rule, and the beginning of the others', () => {
    const html = renderHtml(manyFailures(200, 12));

    expect(bodyOf(html, 11)).toMatchObject({ truncated: false });
    expect(bodyOf(html, 11).body).toHaveLength(bodyOf(html, 11).bodyBytes);
    expect(bodyOf(html, 12)).toMatchObject({ truncated: true, bodyBytes: bodyOf(html, 11).bodyBytes });
    expect(bodyOf(html, 12).body).toHaveLength(1024);
  });

  it('has the smallest evidence of a rule in full', () => {
    const run = manyFailures(40, 1);
    const [first, second, ...others] = run.exchanges;
    const small = sampleExchange({ id: second?.id ?? '', response: { ...first?.response, body: '{}' } as never });

    const html = renderHtml({ ...run, exchanges: [first, small, ...others] as never });

    expect([bodyOf(html, 0).truncated, bodyOf(html, 1).truncated]).toEqual([true, false]);
  });

  it('has all evidence if there is little of it', () => {
    expect(bodyOf(renderHtml(manyFailures(12, 1)), 11)).toMatchObject({ truncated: false });
  });
});
