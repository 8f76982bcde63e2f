import { describe, expect, it } from 'vitest';
import { checkFailing } from './failing-target.js';

const html = { 'content-type': 'text/html' };
const options = { areas: ['users'], rules: ['paging.*', 'answers.*', 'errors.*', 'records.*'] } as const;

describe('a target in whose place another server responds', () => {
  it.each([
    ['a page for maintenance', { status: 200, headers: html }, /succeeded before returned 200$/],
    ['a page that is not found', { status: 404, headers: html }, /succeeded before returned 404$/],
    [
      'a redirect',
      { status: 302, headers: { ...html, location: 'https://login.example/' } },
      /returned 302 with location/,
    ],
  ])('in mid-run is not accused, and the run is incomplete: %s', async (_what, page, reason) => {
    const report = await checkFailing({ options, fail: ({ count }) => (count > 60 ? page : null) });

    expect(report.checks.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    expect([report.verdict, report.verdictReason]).toEqual(['incomplete', expect.stringMatching(reason)]);
    expect(JSON.stringify(report.checks)).toContain('another server responds in place of the target');
  });

  it('for one operation only does not conform', async () => {
    const page = { status: 200, headers: html };
    const report = await checkFailing({ options, fail: ({ url }) => (url.includes('/users/kpi') ? page : null) });

    const failed = report.checks.filter(({ outcome }) => outcome === 'fail');
    expect(report.verdict).toBe('does-not-conform');
    expect(new Set(failed.map(({ id }) => id.split('/')[0]))).toEqual(new Set(['getUserKpis']));
  });
});
