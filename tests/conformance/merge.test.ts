import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from '../../conformance/check.js';
import { mergeReports } from '../../conformance/merge/merge.js';
import { certified, verified } from '../../engine/report/integrity.js';
import type { CheckOptions } from '../../engine/target/options.js';
import { subjectOf } from '../../proof/subject.js';
import { createReference } from '../../reference/index.js';
import { exitCodeOf } from '../../reporters/exit-code.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';

const OPERATIONS = ['getUsers', 'getUser', 'getUserApplications', 'getContracts', 'getContract', 'updateUser'];
// No rule of bulk updates, whose outcome may depend on how long a task takes.
const RULES = ['paging.*', 'records.*', 'relations.*', 'answers.*', 'updates.effect', 'updates.own-values'];
const OPTIONS: CheckOptions = { operations: OPERATIONS, rules: RULES, budget: 'quick', allowWrites: true, seed: 3 };
const NAMES = ['1/3', '2/3', '3/3', 'writes'];

// The defect fails a check of one shard; the others pass.
const { reference } = subjectOf('mutant', 'the-default-page-size-is-50');
const server = createReference({ ...reference, taskDurationMs: 20 });
const runs = new Map<string, RunReport>();
let single: RunReport;

beforeAll(async () => {
  const { url } = await server.listen();
  const { token, fixtures } = server;
  const run = (options: CheckOptions) => check({ baseUrl: url, token, fixtures }, { ...OPTIONS, ...options });
  single = await run({});
  for (const shard of NAMES) runs.set(shard, await run({ shard }));
});
afterAll(() => server.close());

/** Reports of shards as files; a name that occurs twice is a second file. */
function filesOf(names: readonly string[], change = (report: RunReport) => report) {
  return names.map((name, index) => ({ file: `${index}.json`, report: change(runs.get(name) as RunReport) }));
}

function refusalOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
}

const outcomes = ({ checks }: RunReport) => checks.map(({ id, outcome, reason }) => ({ id, outcome, reason }));

describe('the shards of a run', () => {
  it('each judge their own part, and say so', () => {
    for (const name of NAMES) {
      const report = runs.get(name) as RunReport;
      expect(report.shard?.name).toBe(name);
      expect(report.verdictReason).toMatch(new RegExp(`^shard ${name}: `));
      expect(report.verdict).toBe(
        report.checks.some(({ outcome }) => outcome === 'fail') ? 'does-not-conform' : 'conforms',
      );
      expect(report.command).toContain(`--shard ${name}`);
      expect(report.restoration === undefined).toBe(name !== 'writes');
    }
  });

  it('merge into the report of the single run, in any order', () => {
    const merged = mergeReports(filesOf(NAMES.toReversed()));

    expect(outcomes(merged)).toEqual(outcomes(single));
    for (const part of ['verdict', 'verdictReason', 'selection', 'warnings', 'seed', 'target'] as const) {
      expect(merged[part], part).toEqual(single[part]);
    }
    expect(merged.command).toBe(single.command);
    expect(merged.operations.map(({ id, state, reason, tested }) => ({ id, state, reason, tested }))).toEqual(
      single.operations.map(({ id, state, reason, tested }) => ({ id, state, reason, tested })),
    );
    const places = ({ observations }: RunReport) =>
      observations.map(({ clause, operation }) => `${operation} ${clause}`);
    expect(places(merged).toSorted()).toEqual(places(single).toSorted());
    expect(merged.restoration?.left).toEqual([]);
    expect(merged.shards?.map(({ name }) => name)).toEqual(NAMES);
    expect(merged.requests.sent).toBe([...runs.values()].reduce((sum, { requests }) => sum + requests.sent, 0));
    expect(exitCodeOf(merged)).toBe(1);
  });

  it('merge into a report with a certificate, in which each finding has its exchange', () => {
    const merged = mergeReports(filesOf(NAMES));
    const failed = merged.checks.filter(({ outcome }) => outcome === 'fail');

    expect(verified(merged as Parameters<typeof verified>[0])).toMatchObject({ edited: [], whole: true });
    expect(failed.map(({ id }) => id)).toContain('getUsers/paging.defaults');
    for (const { findings, operation } of failed) {
      for (const { exchange } of findings) {
        const [shown] = merged.exchanges.filter(({ id }) => id === exchange);
        expect(shown?.request.url, operation).toContain('users');
      }
    }
    expect(new Set(merged.exchanges.map(({ id }) => id)).size).toBe(merged.exchanges.length);
  });

  it('are inconclusive together if bulk updates of the writes had not ended', () => {
    const fixed = ({ restoration, ...report }: RunReport) =>
      certified({
        ...report,
        checks: report.checks.map(withoutFailure),
        ...(restoration && { restoration: { ...restoration, unended: 2 } }),
      });

    const merged = mergeReports(filesOf(NAMES, fixed));

    expect([merged.verdict, exitCodeOf(merged)]).toEqual(['inconclusive', 3]);
    expect(merged.warnings).toContainEqual(expect.stringMatching(/^2 bulk updates had not ended/));
  });
});

describe('the reports to merge', () => {
  it.each(NAMES)('make an incomplete run without shard %s, and its checks are inconclusive', (name) => {
    const others = NAMES.filter((one) => one !== name);
    const fixed = (report: RunReport) => certified({ ...report, checks: report.checks.map(withoutFailure) });

    const merged = mergeReports(filesOf(others, fixed));

    expect(merged.verdict).toBe('incomplete');
    expect(exitCodeOf(merged)).toBe(3);
    expect(merged.incomplete?.unmet.map(({ requirement }) => requirement)).toEqual([`shard ${name}`]);
    const lost = runs.get(name)?.checks.filter(({ outcome }) => outcome !== 'excluded') ?? [];
    expect(merged.incomplete?.unmet[0]?.missing).toEqual(lost.map(({ id }) => id));
    for (const { id } of lost) {
      expect(merged.checks.find((one) => one.id === id)).toMatchObject({
        outcome: 'inconclusive',
        reason: `shard ${name}, which runs it, is missing`,
      });
    }
  });

  it('are refused if a shard is there twice', () => {
    expect(refusalOf(() => mergeReports(filesOf(['1/3', '2/3', '1/3'])))).toMatch(/are both shard 1\/3/);
  });

  it.each<[string, Partial<RunReport> | ((report: RunReport) => RunReport)]>([
    ['seed', { seed: 4 }],
    ['version of touchstone', { touchstone: '9.9.9' }],
    ['target', (report) => ({ ...report, target: { ...report.target, baseUrl: 'https://other.example' } })],
    ['plan', (report) => withShard(report, { plan: 'f'.repeat(64) })],
    ['selection', (report) => ({ ...report, selection: { ...report.selection, budget: 'thorough' } })],
  ])('are refused if the %s of one differs', (what, change) => {
    const changed = (report: RunReport) => (typeof change === 'function' ? change(report) : { ...report, ...change });
    const files = [...filesOf(['1/3', '2/3']), ...filesOf(['3/3'], changed)];

    expect(refusalOf(() => mergeReports(files))).toBe(
      `0.json and 0.json are not shards of one run: the ${what} differs`,
    );
  });

  it('are refused if one is of an earlier run of the same plan, but may be run one after another', () => {
    const [writes] = filesOf(['writes']);
    const earlier = (hours: number) => (report: RunReport) => ({
      ...report,
      startedAt: new Date(Date.parse(writes?.report.startedAt ?? '') - hours * 3_600_000).toISOString(),
    });
    const files = (hours: number, others: readonly string[] = []) => [
      ...filesOf(['1/3'], earlier(hours)),
      ...filesOf(others, earlier(hours / 2)),
      ...(writes === undefined ? [] : [{ ...writes, file: 'writes.json' }]),
    ];

    expect(refusalOf(() => mergeReports(files(24)))).toBe(
      '0.json and writes.json are not shards of one run: the second started 24 hours after the first had ended',
    );
    expect(mergeReports(files(5)).shards).toHaveLength(2);
    expect(mergeReports(files(10, ['2/3'])).shards).toHaveLength(3);
  });

  it('are refused if the shards divided the plan differently', () => {
    const other = (report: RunReport) => ({ ...(runs.get('1/3') as RunReport), shard: report.shard });
    const files = [...filesOf(['1/3', '3/3']), ...filesOf(['2/3'], other as (report: RunReport) => RunReport)];

    expect(refusalOf(() => mergeReports(files))).toMatch(
      /divided the plan differently: .* ran in shard 1\/3 and shard 2\/3/,
    );
  });

  it('are refused if one is of a whole run, or of another number of shards', () => {
    const renamed = (report: RunReport) => withShard(report, { name: '2/4' });

    expect(refusalOf(() => mergeReports([{ file: 'run.json', report: single }]))).toMatch(
      /is not the report of a shard/,
    );
    expect(refusalOf(() => mergeReports([...filesOf(['1/3']), ...filesOf(['2/3'], renamed)]))).toMatch(
      /one of 3 shards/,
    );
  });

  it('are refused if only the shard of writes is there', () => {
    expect(refusalOf(() => mergeReports(filesOf(['writes'])))).toMatch(/shard of writes alone/);
  });
});

function withoutFailure(one: RunReport['checks'][number]): RunReport['checks'][number] {
  return one.outcome === 'fail' ? { ...one, outcome: 'pass', findings: [] } : one;
}

function withShard(report: RunReport, change: Partial<RunReport['shard']>): RunReport {
  return { ...report, shard: { ...(report.shard as NonNullable<RunReport['shard']>), ...change } };
}
