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

  it('while the results of writes are read is not accused, and everything is restored', async () => {
    let updates = 0;
    let left = 20;
    const tasks = new Set<string>();
    const report = await checkFailing({
      options: {
        operations: ['bulkUpdateUsers', 'getUsersTask'],
        rules: ['errors.unknown-id', 'bulk.effect'],
        allowWrites: true,
        allowDestroy: false,
      },
      fail: ({ url }) => {
        if (url.endsWith('/bulk-update')) updates += 1;
        const [, task] = /\/tasks\/([^/?]+)/.exec(url) ?? [];
        if (task !== undefined) tasks.add(task);
        // The first task that no update has started is an unknown one.
        if (tasks.size <= updates || left === 0) return null;
        left -= 1;
        return { status: 200, headers: html };
      },
    });

    const { outcome, reason } = report.checks.find(({ id }) => id === 'getUsersTask/errors.unknown-id') ?? {};
    expect([outcome, reason]).toEqual(['inconclusive', expect.stringContaining('another server responds')]);
    expect(report.restoration?.left).toEqual([]);
    expect(left).toBe(0);
  });

  it('for one operation only does not conform', async () => {
    const page = { status: 200, headers: html };
    const report = await checkFailing({ options, fail: ({ url }) => (url.includes('/users/kpi') ? page : null) });

    const failed = report.checks.filter(({ outcome }) => outcome === 'fail');
    expect(report.verdict).toBe('does-not-conform');
    expect(new Set(failed.map(({ id }) => id.split('/')[0]))).toEqual(new Set(['getUserKpis']));
  });
});
