import fc from 'fast-check';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '../../reporters/markdown.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { HOSTILE, hostileRun, MARK } from './hostile-run.js';
import { failedCheck, sampleCheck, sampleFinding, sampleRun } from './sample-run.js';

const OWN = /^\/?(h2|h3|p|ul|li|strong|b|br|details( open)?|summary|code( class="language-text")?|pre)( open="")?$/;

/** The HTML that GitHub's Markdown renders for a report, before sanitizing. */
function html(report: RunReport): string {
  return micromark(renderMarkdown(report), {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
}

/** The tags of an HTML text, without their brackets. */
function tags(text: string): string[] {
  return [...text.matchAll(/<([^>]*)>/g)].map(([, tag = '']) => tag);
}

/** The HTML outside of code elements. */
function outsideCode(text: string): string {
  return text.replace(/<code[^>]*>.*?<\/code>/gs, '');
}

describe('the Markdown report', () => {
  test('starts with the result, and shows a failure with its requirement and command', () => {
    const text = renderMarkdown(
      sampleRun({ verdict: 'does-not-conform', verdictReason: '1 check failed', checks: [failedCheck()] }),
    );

    expect(text).toMatch(/^## ❌ touchstone: does not conform\n/);
    expect(text).toContain('### Failures (1)');
    expect(text).toContain('Requirement: paging.total-pages (must, Pagination object)');
    expect(text).toContain("Reproduce: curl -sSi -H 'accept: application/json'");
    expect(text).toContain('touchstone check --base-url https://target.example/ --seed 42');
  });

  test('puts the most important parts first', () => {
    const text = renderMarkdown(hostileRun('x', { gate: { state: 'red', reason: 'x' }, baseline: stale() }));

    const headings = [...text.matchAll(/^### (.*?) ?(\(\d+\))?$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([
      'Failures',
      'Baseline: remove or renew',
      'Internal errors of touchstone',
      'Notes',
      'Warnings',
      'Accepted by the baseline',
      'Inconclusive',
      'Not exercised',
      'Re-run',
    ]);
  });

  test('shows identical findings of several operations once', () => {
    const checks = ['getUsers', 'getContracts', 'getAgreements'].map((operation) => failedCheck({ operation }));

    const text = renderMarkdown(sampleRun({ checks }));

    expect(text.match(/Requirement:/g)).toHaveLength(1);
    expect(text).toContain('Same findings in 2 other operations: ` getContracts `, ` getAgreements `');
  });

  test('counts checks, not reasons, in the heading of a list by reason', () => {
    const checks = ['getUsers', 'getUser'].map((operation) =>
      sampleCheck({ operation, outcome: 'inconclusive', reason: 'no data' }),
    );

    const text = renderMarkdown(sampleRun({ checks }));

    expect(text).toContain('### Inconclusive (2)');
    expect(text).toContain('- 2 checks, such as ` getUsers/paging.total-pages `: ` no data `');
  });

  test('stays within the size limit of GitHub and counts what it omits', () => {
    const long = 'y'.repeat(9000);
    const checks = Array.from({ length: 500 }, (_unused, index) =>
      failedCheck({ rule: `rule.${index}`, findings: Array(20).fill(sampleFinding({ message: long, actual: long })) }),
    );

    const text = renderMarkdown(sampleRun({ checks, warnings: [long], command: long }));

    expect(text.length).toBeLessThanOrEqual(65_536);
    expect(text.length).toBeGreaterThan(40_000);
    expect(text).toMatch(/\*\*\d+ more entries omitted/);
    expect(text).toContain('### Re-run');
  });

  test('renders no text from a target as markup, mention or link', () => {
    const made = html(hostileRun());

    expect(tags(made).filter((tag) => !OWN.test(tag))).toEqual([]);
    expect(made).toContain(MARK);
    expect(outsideCode(made)).not.toContain(MARK);
    expect(outsideCode(made)).not.toMatch(/[@#]|https?:/);
  });

  test('renders no text as markup', () => {
    const pieces = fc.constantFrom(
      '`',
      '``',
      '```',
      '~~~',
      '\n',
      '\n\n',
      '|',
      '<',
      '>',
      '</details>',
      '[a](b)',
      '@m',
      '\\',
      '&lt;',
      ' ',
      '*',
      '_',
      '-',
      '#',
      MARK,
      '\u0000',
    );
    const texts = fc.oneof(
      fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const made = html(hostileRun(text));
        expect(tags(made).filter((tag) => !OWN.test(tag))).toEqual([]);
        expect(outsideCode(made)).not.toMatch(/EVIL|@m|href/);
      }),
      { numRuns: 80 },
    );
  });

  test('does not repeat why the target could not be tested at all', () => {
    const reason = 'the target cannot be tested: the connection was refused';
    const unjudged = sampleRun({
      verdict: 'inconclusive',
      verdictReason: reason,
      checks: [sampleCheck({ outcome: 'inconclusive', reason })],
      operations: sampleRun().operations.map((one) => ({ ...one, state: 'explained', reason })),
    });

    expect(renderMarkdown(unjudged).split(reason)).toHaveLength(2);
    expect(renderMarkdown({ ...unjudged, verdictReason: 'other' })).toContain('### Inconclusive (1)');
  });

  test('lists accepted failures apart from failures', () => {
    const finding = sampleFinding({ accepted: { reason: 'known', ticket: 'T-1', expires: '2030-01-01' } });
    const text = renderMarkdown(
      sampleRun({
        verdict: 'does-not-conform',
        gate: { state: 'green', reason: 'the baseline accepts all failures' },
        baseline: { allowFixed: false, entries: [] },
        checks: [sampleCheck(), failedCheck({ rule: 'sort.asc', findings: [finding], accepted: true })],
      }),
    );

    expect(text).toMatch(/^## ✅ touchstone: accepted differences only/);
    expect(text).toContain('- ` getUsers/sort.asc `: ` known (until 2030-01-01, T-1) `');
    expect(text).toContain('1 accepted');
    expect(text).not.toContain('### Failures');
  });
});

function stale(): NonNullable<RunReport['baseline']> {
  const entry = { check: HOSTILE, finding: HOSTILE, level: 'must', reason: HOSTILE, expires: '2020-01-01' } as const;
  return { allowFixed: false, entries: [{ ...entry, expired: true, accepts: [], fixed: [] }] };
}
