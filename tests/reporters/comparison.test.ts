import { describe, expect, test } from 'vitest';
import { compareReports } from '../../reporters/comparison/compare-reports.js';
import { renderComparison } from '../../reporters/comparison/render-comparison.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { hostileRun, MARK } from './hostile-run.js';
import { failedCheck, sampleCheck, sampleFinding, sampleIncomplete, samplePower, sampleRun } from './sample-run.js';

const compare = (before: Partial<RunReport>, after: Partial<RunReport>) =>
  compareReports(sampleRun(before), sampleRun(after));
const checks = (...list: RunReport['checks']) => ({ checks: list });
const finding = (at: string, more = {}) => sampleFinding({ at, ...more });
const accepted = { reason: 'known', expires: '2030-01-01' };

describe('a comparison', () => {
  test('of a run with itself finds nothing', () => {
    const run = hostileRun();
    const { worse, notes, checks, lost, observations, shapes, times } = compareReports(run, run);
    expect({ worse, notes, lost, observations, shapes }).toEqual({
      worse: [],
      notes: [],
      lost: [],
      observations: [],
      shapes: [],
    });
    expect(checks).toEqual({ failing: [], fixed: [], inconclusive: [], added: [], removed: [], notCompared: 0 });
    expect(times.operations).toEqual([]);
  });

  test('is worse for a check that newly fails, and not for one that failed before', () => {
    expect(compare(checks(sampleCheck()), checks(failedCheck())).worse).toEqual(['1 check newly fails']);
    expect(compare(checks(failedCheck()), checks(failedCheck())).worse).toEqual([]);
  });

  test('separates what a new finding says from what was expected', () => {
    const findings = [sampleFinding({ message: 'a documented request returned 500 (and 2 more like it)' })];
    const after = checks(failedCheck({ findings }));

    expect(renderComparison(compare(checks(sampleCheck()), after), sampleRun(after))).toContain(
      ': a documented request returned 500 (and 2 more like it). Expected 6 (523 items, 100 a page), actual 5 at ',
    );
  });

  test('is worse for a check that fails now and was inconclusive before', () => {
    const before = checks(sampleCheck({ outcome: 'inconclusive', reason: 'no data' }));
    const { worse, checks: changes } = compare(before, checks(failedCheck()));
    expect(worse).toHaveLength(1);
    expect(changes.failing[0]?.was).toBe('inconclusive');
  });

  test('reports a new warning, which is worse only in a strict run', () => {
    const after = checks(failedCheck({ level: 'should' }));
    const strict = { ...after, selection: { ...sampleRun().selection, strict: true } };
    expect(compare(checks(sampleCheck({ level: 'should' })), after)).toMatchObject({
      worse: [],
      checks: { failing: [{ worse: false }] },
    });
    expect(compare(checks(sampleCheck({ level: 'should' })), strict).worse).toHaveLength(1);
  });

  test('lists where the later run would notice fewer deviations, which is not worse', () => {
    const whole = { injected: 30, noticed: 30 };
    const power = (noticed: number, users: RunReport['power'] & object) => ({ ...users, injected: 30, noticed });
    const rules = [{ rule: 'paging.total-pages', ...whole }];
    const users = { operation: 'getUsers', ...whole };
    const other = { operation: 'getContractTypes', ...whole };
    const before = power(30, samplePower({ byOperation: [users, other], byRule: rules }));
    const after = power(12, samplePower({ byOperation: [{ ...users, injected: 13, noticed: 12 }, other], byRule: [] }));

    const comparison = compare({ power: before }, { power: after });

    expect(comparison).toMatchObject({
      worse: [],
      power: [
        { where: 'all', was: whole, is: { injected: 30, noticed: 12 } },
        { where: 'getUsers', was: whole, is: { injected: 13, noticed: 12 } },
        { where: 'paging.total-pages', was: whole, is: { injected: 0, noticed: 0 } },
      ],
    });
    expect(renderComparison(comparison, sampleRun())).toContain('getUsers: 12 of 13 (92.3%), was 30 of 30 (100%)');
    expect(compare({ power: after }, { power: before }).power).toEqual([]);
  });

  test('does not compare the power of a sample with that of all deviations', () => {
    const { power, notes } = compare(
      { power: samplePower() },
      { power: samplePower({ extent: 'all', injected: 1830, noticed: 1 }) },
    );

    expect(power).toEqual([]);
    expect(notes).toEqual(['two extents of the power: sample and all, so it is not compared']);
  });

  test('reports a new failure that the baseline accepts, which is not worse', () => {
    const after = checks(failedCheck({ findings: [finding('/a', { accepted })], accepted: true }));
    expect(compare(checks(sampleCheck()), after)).toMatchObject({ worse: [], checks: { failing: [{ worse: false }] } });
  });

  test('is worse for a new place of a check that failed before, whatever its index', () => {
    const before = checks(failedCheck({ findings: [finding('/items/0/a')] }));
    const same = checks(failedCheck({ findings: [finding('/items/7/a')] }));
    const more = checks(failedCheck({ findings: [finding('/items/7/a'), finding('/items/0/b')] }));
    expect(compare(before, same).worse).toEqual([]);
    const { worse, checks: changes } = compare(before, more);
    expect(worse).toEqual(['1 check that failed before fails in a new way']);
    expect(changes.failing[0]?.findings.map(({ at }) => at)).toEqual(['/items/0/b']);
  });

  test('reports no new place if the earlier report did not list all places', () => {
    const before = checks(failedCheck({ findings: [finding('/items/0/a')], moreFindings: 3 }));
    expect(compare(before, checks(failedCheck({ findings: [finding('/items/0/b')] }))).worse).toEqual([]);
  });

  test('reports fixed and newly inconclusive checks', () => {
    const before = checks(failedCheck(), sampleCheck({ rule: 'sort.asc' }));
    const after = checks(sampleCheck(), sampleCheck({ rule: 'sort.asc', outcome: 'inconclusive', reason: 'no data' }));
    const { worse, checks: changes } = compare(before, after);
    expect(worse).toEqual([]);
    expect(changes.fixed.map(({ id }) => id)).toEqual(['getUsers/paging.total-pages']);
    expect(changes.inconclusive.map(({ id }) => id)).toEqual(['getUsers/sort.asc']);
  });

  test('is not worse if the later run selects none of the checks that exercised an operation', () => {
    const [operation] = sampleRun().operations as [RunReport['operations'][number]];
    const narrower = sampleCheck({ outcome: 'excluded', reason: 'not among the selected rules' });
    const inconclusive = sampleCheck({ rule: 'paging.echo', outcome: 'inconclusive', reason: 'no record' });
    const before = checks(sampleCheck(), { ...inconclusive, outcome: 'excluded' });
    const after = { ...checks(narrower, inconclusive), operations: [{ ...operation, state: 'explained' as const }] };
    expect(compare(before, after)).toMatchObject({ result: 'not-worse', worse: [], lost: [] });
  });

  test('is worse if an operation is no longer exercised, unless the selection excludes it', () => {
    const [operation] = sampleRun().operations as [RunReport['operations'][number]];
    const state = (now: 'explained' | 'excluded') => ({ operations: [{ ...operation, state: now, reason: '403' }] });
    expect(compare({}, state('explained')).worse).toEqual(['1 operation no longer exercised']);
    expect(compare({}, state('excluded')).worse).toEqual([]);
  });

  test('is inconclusive if the later run is inconclusive, has an internal error or was interrupted', () => {
    const [operation] = sampleRun().operations as [RunReport['operations'][number]];
    const operations = [{ ...operation, state: 'explained' as const, reason: 'unreachable' }];
    expect(compare({}, { verdict: 'inconclusive', verdictReason: 'unreachable', operations })).toMatchObject({
      result: 'inconclusive',
      worse: [],
      notes: ['the later run is inconclusive: unreachable'],
    });
    const error = checks(sampleCheck({ outcome: 'error', reason: 'it broke' }));
    expect(compare({}, error)).toMatchObject({
      result: 'inconclusive',
      worse: ['internal error of touchstone in 1 check'],
    });
    expect(compare(error, error)).toMatchObject({ result: 'inconclusive', worse: [] });
    expect(compare({}, { interrupted: true }).result).toBe('inconclusive');
  });

  test('prints a reason that several checks or operations share once', () => {
    const rules = ['sort.asc', 'sort.desc', 'paging.echo'];
    const reason = 'the target cannot be tested: the connection is refused';
    const operations = sampleRun().operations.map((one) => ({ ...one, state: 'explained' as const, reason }));
    const after = sampleRun({
      verdict: 'inconclusive',
      verdictReason: 'unreachable',
      checks: rules.map((rule) => sampleCheck({ rule, outcome: 'inconclusive', reason })),
      operations,
    });
    const before = checks(...rules.map((rule) => sampleCheck({ rule })));
    const text = renderComparison(compareReports(sampleRun(before), after), after);
    expect(text).toContain(`Newly inconclusive (3)\n  getUsers/sort.asc and 2 more (inconclusive): ${reason}\n`);
    expect(text.split(reason)).toHaveLength(3);
    expect(text.trimEnd().split('\n').at(-1)).toMatch(/^INCONCLUSIVE {2}the later run is inconclusive · 0 newly/);
  });

  test('is not worse for checks that an incomplete later run did not decide, and reports that it is incomplete', () => {
    const [operation] = sampleRun().operations as [RunReport['operations'][number]];
    const lost = [{ ...operation, state: 'explained' as const, reason: 'not sent' }];
    const after = sampleRun({ verdict: 'incomplete', incomplete: sampleIncomplete(), operations: lost });
    const comparison = compareReports(sampleRun(), after);

    expect(comparison.worse).toEqual([]);
    expect(comparison.notes[0]).toContain('the later run is incomplete: 7 MUST checks');
    expect(renderComparison(comparison, after).trimEnd().split('\n').at(-1)).toMatch(/^INCOMPLETE /);
  });

  const excluded = checks(sampleCheck({ outcome: 'excluded', reason: 'not among the selected operations' }));

  test('does not compare checks that one of the runs excludes, and reports their number', () => {
    for (const [before, after] of [
      [excluded, checks(sampleCheck())],
      [checks(failedCheck()), excluded],
    ] as const) {
      const { worse, notes, checks: changes } = compare(before, after);
      expect([worse, changes.failing]).toEqual([[], []]);
      expect(notes).toEqual(['two selections: 1 check in one run only, not compared']);
    }
  });

  test('is worse for a failure that the earlier run did not select, and names it', () => {
    const comparison = compare(excluded, checks(failedCheck()));
    expect(comparison).toMatchObject({
      result: 'worse',
      worse: ['1 check that the earlier run did not select fails'],
      notes: [],
      checks: { failing: [{ was: 'excluded', worse: true }], notCompared: 0 },
    });
    const text = renderComparison(comparison, sampleRun(checks(failedCheck())));
    expect(text).toContain(
      'Failing, and not selected in the earlier run (1)\n  getUsers/paging.total-pages (was not selected): ',
    );
    expect(text).toContain(
      '\nWORSE  1 check that the earlier run did not select fails · 0 newly failing, 1 failing and',
    );
    expect(compare(excluded, checks(failedCheck({ level: 'should' }))).worse).toEqual([]);
  });

  test('between two versions reports added and removed checks, which are not worse', () => {
    const before = { ...checks(sampleCheck(), sampleCheck({ rule: 'old' })), touchstone: '0.1.0' };
    const after = { ...checks(sampleCheck(), failedCheck({ rule: 'new' })), touchstone: '0.2.0' };
    const { worse, notes, checks: changes } = compare(before, after);
    expect(worse).toEqual([]);
    expect(changes.added.map(({ id }) => id)).toEqual(['getUsers/new']);
    expect(changes.removed.map(({ id }) => id)).toEqual(['getUsers/old']);
    expect(notes[0]).toMatch(/^two versions of touchstone: 0.1.0 and 0.2.0: 1 check added, 1 check removed/);
  });

  test('reports different targets, seeds and wire forms', () => {
    const target = { ...sampleRun().target, baseUrl: 'https://staging.example', wireForm: 'array' } as const;
    expect(compare({}, { target, seed: 7 }).notes).toEqual([
      'two targets: https://target.example/ and https://staging.example',
      'two wire forms: object and array',
      'two seeds: 42 and 7, so some requests differ',
    ]);
  });

  test('reports changes of unspecified behaviour, ignoring counts and order', () => {
    const observed = (...values: string[]) => ({
      observations: values.map((value) => ({
        clause: 'paging.after-last',
        operation: 'getUsers',
        value,
        exchange: null,
      })),
    });
    const same = compare(
      observed('status: Active (1,482), Inactive (41)'),
      observed('status: Inactive (77), Active (3)'),
    );
    expect(same.observations).toEqual([]);
    const other = compare(observed('200 with 0 items', 'x'), observed('x', '404'));
    expect(other.observations).toEqual([
      { operation: 'getUsers', clause: 'paging.after-last', was: ['200 with 0 items'], is: ['404'] },
    ]);
    expect(other.worse).toEqual([]);
    expect(renderComparison(other, sampleRun())).toContain(
      'getUsers: paging.after-last (paging.after-last): was "200 with 0 items", is "404"',
    );
    expect(compare({}, observed('404')).observations).toEqual([]);
  });

  test('reports a consistency model that was observed and is another one now', () => {
    const observed = (model: string) => ({
      observations: [
        {
          clause: 'consistency.model',
          operation: 'updateUser',
          value: `reads of a record: ${model}`,
          exchange: null,
          readings: { 'reads of a record': [model] },
        },
      ],
    });
    const changed = compare(observed('linearizable'), observed('eventual'));
    expect(changed.worse).toEqual([]);
    expect(renderComparison(changed, sampleRun())).toContain(
      'updateUser: consistency.model (consistency.model): was "reads of a record: linearizable", is "reads of a record: eventual"',
    );
    expect(compare(observed('causal'), observed('causal')).observations).toEqual([]);
  });

  test('reports readings only if no reading explains both runs', () => {
    const withReadings = (text: string, readings: Record<string, string[]>) => ({
      observations: [{ clause: 'filter.collation', operation: 'getUsers', value: text, exchange: null, readings }],
    });
    const was = withReadings('text: binary or 5 others', { 'text (name)': ['binary', 'ascii'], 'null (id)': ['last'] });

    const less = withReadings('text (name): binary', { 'text (name)': ['binary'], '-ne': ['returns nulls'] });
    expect(compare(was, less).observations).toEqual([]);

    const other = withReadings('text: case-insensitive', {
      'text (name)': ['case-insensitive'],
      'null (id)': ['last'],
    });
    expect(compare(was, other).observations).toEqual([
      {
        operation: 'getUsers',
        clause: 'filter.collation',
        was: ['text (name): binary or ascii'],
        is: ['text (name): case-insensitive'],
      },
    ]);
  });

  test('is worse for a new place that the report does not list as a finding', () => {
    const otherPlaces = (...places: string[]) => ({
      moreFindings: places.length,
      otherPlaces: places.map((at) => ({ at, expected: 'an integer' })),
    });
    const before = checks(failedCheck({ findings: [finding('/items/0/a')], ...otherPlaces('/items/*/b') }));
    const same = checks(failedCheck({ findings: [finding('/items/2/b')], ...otherPlaces('/items/*/a') }));
    const more = checks(failedCheck({ findings: [finding('/items/2/b')], ...otherPlaces('/items/*/a', '/items/*/c') }));
    expect(compare(before, same).worse).toEqual([]);
    expect(compare(before, more).checks.failing[0]?.findings.map(({ at }) => at)).toEqual(['/items/*/c']);
  });

  test('reports fields whose JSON types changed within what the document allows', () => {
    const seen = (fields: Record<string, string>) => ({
      observations: [{ clause: 'records.presence', operation: 'getUsers', value: 'x', exchange: null, fields }],
    });
    const { shapes, observations, worse } = compare(
      seen({ id: 'string', country: 'string', gone: 'string', never: 'absent' }),
      seen({ id: 'string', country: 'null, string', extra: 'number', never: 'absent' }),
    );
    expect(shapes).toEqual([
      { operation: 'getUsers', field: 'country', was: 'string', is: 'null, string' },
      { operation: 'getUsers', field: 'gone', was: 'string', is: 'never seen' },
      { operation: 'getUsers', field: 'extra', was: 'never seen', is: 'number' },
    ]);
    expect([observations, worse]).toEqual([[], []]);
  });

  test('prints everything from a hostile target as plain text', () => {
    const text = renderComparison(compareReports(sampleRun({ checks: [] }), hostileRun()), hostileRun());
    const rendered = renderComparison(
      compareReports(
        sampleRun({ checks: hostileRun().checks.map((check) => ({ ...check, outcome: 'pass' as const })) }),
        hostileRun(),
      ),
      hostileRun(),
    );
    for (const one of [text, rendered]) {
      expect(one).not.toMatch(/[\p{Cf}\p{Cs}]|(?!\n)\p{Cc}/u);
      expect(one).not.toMatch(/^\s*::/m);
      expect(one).not.toContain('##[');
    }
    expect(rendered).toContain(MARK);
  });
});
