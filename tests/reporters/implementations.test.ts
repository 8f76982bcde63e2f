import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { renderMatrixHtml } from '../../reporters/implementations/html.js';
import { renderMatrixMarkdown } from '../../reporters/implementations/markdown.js';
import { matrixOf } from '../../reporters/implementations/matrix.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { failedCheck, sampleCheck, sampleIncomplete, sampleRun } from './sample-run.js';

const observed = (value: string, more: Partial<RunReport['observations'][number]> = {}) => ({
  clause: 'sort.collation',
  operation: 'getUsers',
  value,
  exchange: null,
  ...more,
});

const matrix = (...reports: Partial<RunReport>[]) =>
  matrixOf(reports.map((report, at) => ({ name: `impl-${at + 1}`, report: sampleRun(report) })));

describe('the matrix of implementations', () => {
  it('has the worst outcome of each operation and law, and shows what was not checked as that', () => {
    const { operations, laws } = matrix(
      { checks: [sampleCheck(), failedCheck({ rule: 'sort.asc' }), sampleCheck({ operation: 'getUser' })] },
      { checks: [failedCheck({ level: 'should' }), sampleCheck({ rule: 'sort.asc', outcome: 'inconclusive' })] },
      { checks: [failedCheck({ accepted: true }), sampleCheck({ rule: 'sort.asc', outcome: 'excluded' })] },
    );
    const partly = matrix(
      { checks: [sampleCheck(), sampleCheck({ rule: 'paging.echo', outcome: 'inconclusive' })] },
      {},
    );
    expect(partly.laws[0]?.cells[0]).toEqual({ state: 'inconclusive', text: '1 passed, 1 inconclusive' });

    expect(operations.map(({ id, cells }) => [id, ...cells.map(({ state }) => state)])).toEqual([
      ['getUsers', 'fail', 'warning', 'fail'],
      ['getUser', 'pass', 'none', 'none'],
    ]);
    expect(laws.map(({ id, cells }) => [id, ...cells.map(({ text }) => text)])).toEqual([
      ['paging', '2 passed', '1 warning of 1', '1 failed of 1'],
      ['sort', '1 failed of 1', '1 inconclusive', 'not checked'],
    ]);
  });

  it('lists a gap if two implementations differ in it, whatever their data', () => {
    const { differences } = matrix(
      {
        observations: [
          observed('ordinal (12)'),
          observed('a', { operation: 'getUser' }),
          observed('x', { fields: {} }),
        ],
      },
      {
        observations: [observed('ordinal (7)'), observed('b', { operation: 'getUser' }), observed('y', { fields: {} })],
      },
      { observations: [] },
    );

    expect(differences).toEqual([{ clause: 'sort.collation', operation: 'getUser', values: [['a'], ['b'], []] }]);
  });

  it('lists the consistency models and other readings in which two implementations contradict each other', () => {
    const consistency = (ofRecords: string[], ofLists: string[]) => ({
      observations: [
        observed('reads of a record: linearizable', {
          clause: 'consistency.model',
          operation: 'updateUser',
          readings: { 'reads of a record': ofRecords, 'reads of a record and of lists': ofLists },
        }),
      ],
    });
    const { differences } = matrix(
      consistency(['linearizable'], ['linearizable', 'sequential']),
      consistency(['eventual'], ['sequential']),
      { observations: [] },
    );

    expect(differences).toEqual([
      {
        clause: 'consistency.model',
        operation: 'updateUser',
        values: [['reads of a record: linearizable'], ['reads of a record: eventual'], []],
      },
    ]);
    expect(
      matrix(consistency(['linearizable'], ['causal']), consistency(['linearizable'], ['causal'])).differences,
    ).toEqual([]);
  });

  it('warns of runs that differ in more than the implementation', () => {
    const { selection } = sampleRun();

    expect(matrix({}, {}).warnings).toEqual([]);
    expect(matrix({}, { selection: { ...selection, maxRequests: 500 } }).warnings).toEqual([
      'the runs have different limits of requests, so that a difference may come from that',
    ]);
    expect(
      matrix({ seed: 5 }, { seed: 6, touchstone: '9.0.0', selection: { ...selection, budget: 'quick' } }).warnings,
    ).toEqual([
      'the runs have different seeds, so that a difference may come from that',
      'the runs have different versions of touchstone, so that a difference may come from that',
      'the runs have different budgets, so that a difference may come from that',
    ]);
    const shard = { name: '1/2', plan: 'a'.repeat(64), command: 'x', answered: true, unjudged: null, stopped: null };
    expect(matrix({}, { shard }).warnings).toEqual(['the run of impl-2 is shard 1/2 of a run: merge it first']);
    expect(matrix({}, { incomplete: sampleIncomplete() }).warnings).toEqual(['the run of impl-2 is incomplete']);
  });

  it('contains no markup of a target', () => {
    const hostile = '\\|<img src=x onerror=alert(1)>\\\\|<img src=y>|``<img src=z>`\u001b';
    const { target } = sampleRun();
    const runs = matrix(
      {
        observations: [observed(hostile)],
        target: { ...target, baseUrl: hostile },
        touchstone: hostile,
        checks: [sampleCheck({ operation: hostile, rule: hostile })],
      },
      { observations: [observed('b')] },
    );

    const html = renderMatrixHtml(runs);
    expect(html).not.toContain('<img');
    expect(html).not.toContain('\u001b');
    const rendered = micromark(renderMatrixMarkdown(runs), {
      allowDangerousHtml: true,
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
    });
    expect(rendered).not.toContain('<img');
    expect(rendered).toContain('&lt;img src=x onerror=alert(1)&gt;');
    const [row = ''] = /<tr>\s*<td>sort\.collation of getUsers<\/td>[\s\S]*?<\/tr>/.exec(rendered) ?? [];
    expect(row.match(/<td>/g)).toHaveLength(3);
  });

  it('is a page with a heading for each row and column, and an address for each row', () => {
    const html = renderMatrixHtml(matrix({}, { checks: [failedCheck()] }));

    expect(html).toContain('<th scope="col">impl-2</th>');
    expect(html).toContain(
      '<tr id="operations-getUsers"><th scope="row"><a href="#operations-getUsers">getUsers</a></th>',
    );
    expect(html).toMatch(/<td class="fail">✗ 1 failed of 1<\/td>/);
  });
});
