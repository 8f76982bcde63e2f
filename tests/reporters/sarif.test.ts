import type { Log } from 'sarif';
import { describe, expect, test } from 'vitest';
import { operation } from '../../contract/operations/index.js';
import { renderSarif } from '../../reporters/sarif.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { HOSTILE, hostileRun } from './hostile-run.js';
import { failedCheck, sampleCheck, sampleFinding, sampleIncomplete, sampleRun } from './sample-run.js';

function run(report: Partial<RunReport>) {
  const [first] = (JSON.parse(renderSarif(sampleRun(report))) as Log).runs;
  if (first === undefined) throw new Error('a log has a run');
  return { ...first, results: first.results ?? [] };
}

describe('the SARIF report', () => {
  test('has a result for each finding, with its rule, place, request and response', () => {
    const { results, tool } = run({ checks: [sampleCheck({ rule: 'sort.asc' }), failedCheck()] });

    expect(tool.driver.rules?.map(({ id }) => id)).toEqual(['paging.total-pages']);
    expect(tool.driver.rules?.[0]?.help?.markdown).toMatch(/^# paging\.total-pages\n/);
    expect(results).toMatchObject([
      {
        ruleId: 'paging.total-pages',
        ruleIndex: 0,
        level: 'error',
        locations: [{ physicalLocation: { artifactLocation: { uri: operation('getUsers').binding.path } } }],
        webRequest: { method: 'GET', target: 'https://target.example/api/users?page_size=100' },
        webResponse: { statusCode: 200 },
      },
    ]);
    expect(results[0]?.message.text).toContain('Expected: 6 (523 items, 100 a page). Actual: 5.');
  });

  test('separates what a finding says from what was expected', () => {
    const findings = [sampleFinding({ message: 'a documented request returned 500 (and 3 more like it)' })];

    expect(run({ checks: [failedCheck({ findings })] }).results[0]?.message.text).toContain(
      'a documented request returned 500 (and 3 more like it). Expected: 6',
    );
  });

  test('reports warnings as warnings, and as errors in a strict run', () => {
    const checks = [failedCheck({ level: 'should' })];

    expect(run({ checks }).results[0]?.level).toBe('warning');
    expect(run({ checks, selection: { ...sampleRun().selection, strict: true } }).results[0]?.level).toBe('error');
  });

  test('suppresses accepted findings individually', () => {
    const accepted = sampleFinding({ at: '/a', accepted: { reason: 'known', expires: '2030-01-01' } });

    const { results } = run({ checks: [failedCheck({ findings: [sampleFinding(), accepted] })] });

    expect(results.map(({ suppressions }) => suppressions?.[0]?.justification)).toEqual([
      undefined,
      'known (until 2030-01-01)',
    ]);
  });

  test('gives each difference its own fingerprint, which is the same in every run', () => {
    const print = (at: string, rule = 'a') =>
      run({ checks: [failedCheck({ rule, findings: [sampleFinding({ at, actual: Math.random().toString() })] })] })
        .results[0]?.partialFingerprints?.['touchstone/v1'];

    expect(print('/items/3/id')).toBe(print('/items/8/id'));
    expect(new Set([print('/items/3/id'), print('/items/3/name'), print('/items/3/id', 'b')]).size).toBe(3);
  });

  test('gives GitHub a fingerprint of its own for each result, with the number of its occurrence', () => {
    const findings = [sampleFinding({ at: '/items/3/id' }), sampleFinding({ at: '/items/8/id', expected: 'a text' })];
    const hashes = run({ checks: [failedCheck({ findings })] }).results.map(
      ({ partialFingerprints }) => partialFingerprints?.primaryLocationLineHash ?? '',
    );

    expect(hashes[0]).toMatch(/^[0-9a-f]{16}:1$/);
    expect(hashes[1]).toBe(hashes[0]?.replace(/1$/, '2'));
  });

  test('places a result at the path template of its operation, which is the same for every id and target', () => {
    const uriOf = (report: Partial<RunReport>) =>
      run(report).results[0]?.locations?.[0]?.physicalLocation?.artifactLocation?.uri;
    const checks = [failedCheck({ operation: 'getUser' })];
    const { target } = sampleRun();

    expect(decodeURI(uriOf({ checks }) ?? '')).toBe(operation('getUser').binding.path);
    const bindings = { getUser: 'GET /v2/people/{userId}' };
    expect(uriOf({ checks, target: { ...target, bindings } })).toBe('v2/people/%7BuserId%7D');
  });

  test('escapes links and placeholders in text from a target', () => {
    const [result] = run(hostileRun(HOSTILE)).results;

    expect(result?.message.text?.replace(/\\[\\[\]]/g, '')).not.toMatch(/[[\]]/);
    expect(result?.message.text?.replaceAll('{{', '').replaceAll('}}', '')).not.toMatch(/[{}]/);
  });

  test('reports that a run is incomplete, whatever its verdict', () => {
    for (const verdict of ['incomplete', 'does-not-conform'] as const) {
      const { invocations } = run({ verdict, incomplete: sampleIncomplete() });

      expect(invocations?.[0]).toMatchObject({
        executionSuccessful: false,
        toolExecutionNotifications: [
          { level: 'warning', message: { text: expect.stringContaining('the run is incomplete: 7 MUST checks') } },
        ],
      });
    }
  });

  test('reports inconclusive runs and internal errors', () => {
    const { invocations } = run({
      verdict: 'inconclusive',
      verdictReason: 'unreachable',
      checks: [sampleCheck({ outcome: 'error', reason: 'it broke' })],
    });

    expect(invocations?.[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [
        { level: 'warning', message: { text: 'unreachable' } },
        { level: 'error', message: { text: 'getUsers/paging.total-pages: it broke' } },
      ],
    });
  });
});
