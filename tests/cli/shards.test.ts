import { describe, expect, it } from 'vitest';
import { shardOfEnvironment } from '../../cli/shards/shard-of-environment.js';
import { certified } from '../../engine/report/integrity.js';
import { renderJson } from '../../reporters/json.js';
import { sampleRun } from '../reporters/sample-run.js';
import { folder, TARGET, touchstone } from './run-command.js';

describe('--shard auto', () => {
  it.each<[string, Record<string, string>, string]>([
    ['a workflow of GitHub', { TOUCHSTONE_JOB_INDEX: '1', TOUCHSTONE_JOB_TOTAL: '8' }, '2/8'],
    ['GitLab', { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '8' }, '2/8'],
    ['Buildkite', { BUILDKITE_PARALLEL_JOB: '0', BUILDKITE_PARALLEL_JOB_COUNT: '3' }, '1/3'],
    ['CircleCI', { CIRCLE_NODE_INDEX: '3', CIRCLE_NODE_TOTAL: '4' }, '4/4'],
    ['Kubernetes', { JOB_COMPLETION_INDEX: '7', TOUCHSTONE_SHARDS: '8' }, '8/8'],
  ])('reads the variables of %s', async (_name, env, shard) => {
    const { code, checks } = await touchstone([...TARGET, '--shard', 'auto'], { env });

    expect(code).toBe(0);
    expect(checks[0]?.options.shard).toBe(shard);
  });

  it.each<[Record<string, string>, RegExp]>([
    [{}, /found no index of this job/],
    [{ CI_NODE_TOTAL: '1' }, /CI_NODE_INDEX is not set/],
    [{ JOB_COMPLETION_INDEX: '1' }, /TOUCHSTONE_SHARDS is not set/],
    [{ JOB_COMPLETION_INDEX: '8', TOUCHSTONE_SHARDS: '8' }, /is impossible/],
    [{ CI_NODE_INDEX: '0', CI_NODE_TOTAL: '8' }, /is impossible/],
    [{ CI_NODE_INDEX: 'two', CI_NODE_TOTAL: '8' }, /is not a whole number/],
    [{ TOUCHSTONE_JOB_INDEX: '', TOUCHSTONE_JOB_TOTAL: '' }, /found no index of this job/],
  ])('exits with 2 in %j, and sends nothing', async (env, message) => {
    const { code, checks, stderr } = await touchstone([...TARGET, '--shard', 'auto'], { env });

    expect(code).toBe(2);
    expect(checks).toEqual([]);
    expect(stderr).toMatch(message);
  });

  it('prefers what the workflow passes on to what its runner has', () => {
    const both = { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '2', TOUCHSTONE_JOB_INDEX: '1', TOUCHSTONE_JOB_TOTAL: '2' };

    expect(shardOfEnvironment(both)).toBe('2/2');
  });
});

describe('--shard with other options', () => {
  it.each<[string[], RegExp]>([
    [['--shard', '9/8'], /is not a shard/],
    [['--balance', 'run.json'], /there is no --shard/],
    [['--shard', '1/2', '--compare', 'run.json'], /compares whole runs/],
    [['--shard', '1/2', '--history', 'past'], /Give --history to `touchstone merge`/],
    [['--shard', '1/2', '--balance', 'missing.json'], /missing.json cannot be read/],
  ])('exits with 2 for %j', async (argv, message) => {
    const { code, checks, stderr } = await touchstone([...TARGET, ...argv]);

    expect(code).toBe(2);
    expect(checks).toEqual([]);
    expect(stderr).toMatch(message);
  });

  it('balances by the requests of an earlier report, and the time that one took', async () => {
    const [row] = sampleRun().operations;
    const operations = [{ ...row, id: 'getUsers', requests: 30, times: { count: 30, medianMs: 7, p95Ms: 9 } }];
    const cwd = folder({ 'run.json': renderJson(certified(sampleRun({ operations: operations as never }))) });

    const { checks } = await touchstone([...TARGET, '--shard', '1/2', '--balance', './run.json'], { cwd });

    expect(checks[0]?.options.balance).toEqual({ weights: { getUsers: 210 }, file: 'run.json' });
  });
});

describe('touchstone merge', () => {
  const shard = {
    name: '1/1',
    plan: 'a'.repeat(64),
    command: 'touchstone check',
    answered: true,
    unjudged: null,
    stopped: null,
  };
  const run = renderJson(certified(sampleRun({ shard, checks: [] })));

  it('reads files and folders, skips JSON of other kinds, and writes reports', async () => {
    const cwd = folder({ 'a/b/run.json': run, 'a/badge.json': '{"schemaVersion":1}', 'a/notes.txt': 'x' });

    const { code, merges, stderr } = await touchstone(['merge', 'a', '--report', 'markdown=-'], { cwd });

    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(merges[0]?.map(({ file }) => file)).toEqual(['a/b/run.json']);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['damaged', { 'a/run.json': run.slice(0, 200) }, /not valid JSON/],
    ['changed', { 'a/run.json': run.replace('"seed": ', '"seed": 1') }, /was changed after it was written/],
    ['missing', { 'a/notes.txt': 'x' }, /no run report in a/],
  ])('exits with 2 for a %s report', async (_name, files, message) => {
    const { code, merges, stderr } = await touchstone(['merge', 'a'], { cwd: folder(files) });

    expect(code).toBe(2);
    expect(merges).toEqual([]);
    expect(stderr).toMatch(message);
  });
});
