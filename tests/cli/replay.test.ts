import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { check } from '../../conformance/check.js';
import { listRules } from '../../conformance/list.js';
import { on, pagination } from '../../reference/hooks.js';
import { createReference, generateTenant, type Hook } from '../../reference/index.js';
import { renderJson } from '../../reporters/json.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { failedCheck, sampleIncomplete, sampleRun } from '../reporters/sample-run.js';
import { folder, touchstone } from './run-command.js';

const CHECK = 'getContracts/paging.numbers';
const sizes = { applications: 3, users: 3, subscriptions: 1, agreements: 3, contracts: 7 };
const tenant = generateTenant({ seed: 5, sizes });
const textual = on(
  'getContracts',
  pagination((given) => ({ ...given, total_pages: String(given.total_pages) })),
);

/** Checks a reference with some hooks, then replays a check against a reference with other hooks. */
async function replayed(before: readonly Hook[], after: readonly Hook[]) {
  const first = createReference({ tenant, hooks: before });
  const { url } = await first.listen();
  const report = await check({ baseUrl: url, token: first.token }, { operations: ['getContracts'], seed: 3 });
  await first.close();
  const second = createReference({ tenant, hooks: after });
  const { url: secondUrl } = await second.listen();
  const cwd = folder({ 'run.json': renderJson(report) });
  const world = { cwd, check, env: { TOUCHSTONE_TOKEN: second.token } };
  const outcome = await touchstone(['replay', 'run.json', CHECK, '--quiet', '--base-url', secondUrl], world);
  await second.close();
  return { report, outcome };
}

describe('touchstone replay', () => {
  test('exits 1 and prints the finding if the check still fails', async () => {
    const { report, outcome } = await replayed([textual], [textual]);
    expect(report.checks.find(({ id }) => id === CHECK)?.outcome).toBe('fail');
    expect(outcome.code).toBe(1);
    expect(outcome.stdout).toContain('/pagination/total_pages');
    expect(outcome.stdout).toMatch(/STILL FAILING {2}getContracts\/paging\.numbers\n$/);
    expect(outcome.checks[0]).toMatchObject({ options: { operations: ['getContracts'], seed: 3 } });
  });

  test('exits 0 if the check is fixed', async () => {
    const { outcome } = await replayed([textual], []);
    expect(outcome).toMatchObject({ code: 0, stdout: `FIXED  ${CHECK}\n` });
  });

  test('exits 3 with the reason if the check is inconclusive', async () => {
    const cwd = folder({ 'run.json': renderJson(sampleRun({ checks: [failedCheck()] })) });
    const inconclusive = sampleRun({
      checks: [failedCheck({ outcome: 'inconclusive', reason: 'it is away', findings: [] })],
    });
    const argv = ['replay', 'run.json', failedCheck().id, '--base-url', 'https://target.example'];
    const outcome = await touchstone(argv, { cwd, check: async () => inconclusive });
    expect(outcome).toMatchObject({ code: 3, stdout: `INCONCLUSIVE  ${failedCheck().id}: it is away\n` });
  });

  test('uses the fixtures and the embedded reference of the report', async () => {
    const own = sampleRun({ checks: [failedCheck()] });
    const cwd = folder({
      'own.json': renderJson({ ...own, target: { ...own.target, embedded: false, baseUrl: 'https://target.example' } }),
      'embedded.json': renderJson({ ...own, target: { ...own.target, embedded: true } }),
    });
    const target = ['--base-url', 'https://target.example', '--header', 'x-key: one'];
    const asked = await touchstone(['replay', 'own.json', failedCheck().id, ...target], { cwd });
    expect(asked.checks[0]?.target).toMatchObject({ baseUrl: 'https://target.example', headers: { 'x-key': 'one' } });
    const embedded = await touchstone(['replay', 'embedded.json', failedCheck().id], { cwd });
    expect(embedded.checks[0]).toMatchObject({ embedded: true });
  });

  test('uses the embedded reference with --reference, and no other target with it', async () => {
    const cwd = folder({ 'run.json': renderJson(sampleRun({ checks: [failedCheck()] })) });
    const world = { cwd, env: { TOUCHSTONE_TOKEN: 's3cret' } };

    const { checks } = await touchstone(['replay', 'run.json', failedCheck().id, '--reference'], world);
    const both = await touchstone(['replay', 'run.json', '--reference', '--base-url', 'https://target.example'], world);

    expect(checks[0]).toMatchObject({ embedded: true });
    expect(both).toMatchObject({ code: 2, checks: [] });
    expect(both.stderr).toContain('--base-url cannot be combined with --reference');
  });

  test('prints the records that it could not restore, and exits with 3 even if the check is fixed', async () => {
    const cwd = folder({ 'run.json': renderJson(sampleRun({ checks: [failedCheck()] })) });
    const left = { kind: 'user', id: 'u-1', reason: 'the target returned 400', fields: [], request: null };
    const undo = 'touchstone undo /x/j.jsonl --base-url https://target.example';
    const restoration = { journal: '/x/j.jsonl', undo, touched: [], removed: [], left: [left] };
    const fixed = sampleRun({ checks: [failedCheck({ outcome: 'pass', findings: [] })] });
    const argv = ['replay', 'run.json', failedCheck().id, '--base-url', 'https://target.example', '--allow-writes'];

    const { code, stdout } = await touchstone(argv, { cwd, check: async () => ({ ...fixed, restoration }) });

    expect(code).toBe(3);
    expect(stdout).toContain('NOT RESTORED (1)');
    expect(stdout).toContain(`Retry with: ${undo}\n`);
    expect(stdout).toMatch(/FIXED {2}\S+\n$/);
  });

  test('waits for the target, and writes the journal that is given', async () => {
    const cwd = folder({ 'run.json': renderJson(sampleRun({ checks: [failedCheck()] })) });
    const argv = ['replay', 'run.json', failedCheck().id, '--base-url', 'https://target.example'];

    const { checks } = await touchstone([...argv, '--wait', '5s', '--allow-writes', '--journal', 'j.jsonl'], { cwd });

    expect(checks[0]?.options).toMatchObject({ waitMs: 5000, journal: join(cwd, 'j.jsonl') });
  });

  test.each([
    ['a file that is not there', ['gone.json', 'x/y'], 'gone.json cannot be read: no such file or folder'],
    ['a file that is no JSON', ['broken.json', 'x/y'], 'broken.json:1: not valid JSON'],
    [
      'JSON of another format',
      ['other.json', 'x/y'],
      'other.json is a run report in the format touchstone.run-report/9',
    ],
    [
      'a check that the report does not have',
      ['run.json', `${failedCheck().id}s`],
      `Did you mean "${failedCheck().id}"?`,
    ],
  ])('refuses %s with exit 2', async (_name, argv, message) => {
    const files = { 'broken.json': '{"a": ', 'other.json': '{"format": "touchstone.run-report/9"}' };
    const cwd = folder({ ...files, 'run.json': renderJson(sampleRun({ checks: [failedCheck()] })) });
    const { code, stderr, checks } = await touchstone(['replay', ...argv], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(checks).toEqual([]);
  });

  test('accepts a seed and target options instead of a run report', async () => {
    const world = { listRules: async () => listRules(), check: async () => sampleRun({ checks: [failedCheck()] }) };
    const argv = ['replay', 'getUsers/paging.total-pages', '--seed', '7', '--budget', 'thorough'];

    const { checks, stdout } = await touchstone([...argv, '--base-url', 'http://127.0.0.1:1', '--quiet'], world);

    expect(stdout).toContain('FAILS  getUsers/paging.total-pages (there is no earlier run to compare with)');
    expect(checks).toMatchObject([
      {
        target: { baseUrl: 'http://127.0.0.1:1' },
        options: { operations: ['getUsers'], seed: 7, budget: 'thorough' },
      },
    ]);
  });

  test.each([
    [['getUsers/paging.total-pages'], 'replay needs a run report or a seed'],
    [['getUsers/paging.total-page', '--seed', '7'], 'there is no file and no check "getUsers/paging.total-page"'],
    [
      ['missing.json', '--base-url', 'http://127.0.0.1:1'],
      'there is no file and no check "missing.json"\n  Give the run report',
    ],
  ])('exits 2 for %j', async (argv, message) => {
    const outcome = await touchstone(['replay', ...argv], { listRules: async () => listRules() });

    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain(message);
  });

  test('accepts a base URL other than that of the run report', async () => {
    const cwd = folder({ 'run.json': renderJson(sampleRun({ checks: [failedCheck()] })) });
    const argv = ['replay', 'run.json', failedCheck().id, '--base-url', 'http://127.0.0.1:2', '--quiet'];

    const world = { cwd, check: async () => sampleRun({ checks: [failedCheck()] }) };
    const { checks, stderr } = await touchstone(argv, world);

    expect(checks[0]?.target.baseUrl).toBe('http://127.0.0.1:2');
    expect(stderr).toBe('touchstone: run.json is a run on https://target.example/; replaying on http://127.0.0.1:2\n');
  });

  describe('with a credential and a report that names a host', () => {
    const report = sampleRun({ checks: [failedCheck()] });
    const ofHost = { ...report, target: { ...report.target, embedded: false, baseUrl: 'https://evil.example/x' } };
    const check = async () => sampleRun({ checks: [failedCheck()] });
    const env = { TOUCHSTONE_TOKEN: 's3cret' };
    const argv = ['replay', 'run.json', failedCheck().id, '--quiet'];

    test.each([
      ['a token in the environment', [], env],
      ['a token', ['--token', 's3cret'], {}],
      ['a header', ['--header', 'x-key: s3cret'], {}],
    ])('sends nothing to that host with %s and prints the command that would', async (_what, more, environment) => {
      const cwd = folder({ 'run.json': renderJson(ofHost) });

      const { code, stderr, checks } = await touchstone([...argv, ...more], { cwd, check, env: environment });

      expect([code, checks]).toEqual([2, []]);
      expect(stderr).toContain(
        'run.json names the host evil.example, and your credentials are only sent to a base URL',
      );
      expect(stderr).toContain(`touchstone replay run.json ${failedCheck().id} --base-url https://evil.example/x`);
    });

    test('prompts on a terminal and continues only after a yes', async () => {
      const cwd = folder({ 'run.json': renderJson(ofHost) });
      const asked: string[] = [];
      const confirm = (answer: boolean) => async (question: string) => {
        asked.push(question);
        return answer;
      };

      const refused = await touchstone(argv, { cwd, check, env, confirm: confirm(false) });
      const agreed = await touchstone(argv, { cwd, check, env, confirm: confirm(true) });

      expect([refused.code, refused.checks]).toEqual([2, []]);
      expect(agreed.checks[0]?.target).toMatchObject({ baseUrl: 'https://evil.example/x', token: 's3cret' });
      expect(asked[0]).toContain('evil.example (https://evil.example/x)');
    });

    test('uses the base URL and the credentials of the config', async () => {
      const config = 'baseUrl: https://own.example\nheaders: {x-key: one}\n';
      const cwd = folder({ 'run.json': renderJson(ofHost), 'touchstone.config.yaml': config });

      const { checks } = await touchstone(argv, { cwd, check, env });

      expect(checks[0]?.target).toMatchObject({
        baseUrl: 'https://own.example',
        token: 's3cret',
        headers: { 'x-key': 'one' },
      });
    });

    test('does not read a binding of a write from the report', async () => {
      const bindings = { updateUser: 'DELETE /{userId}' };
      const cwd = folder({ 'run.json': renderJson({ ...ofHost, target: { ...ofHost.target, bindings } }) });

      const own = ['--base-url', 'https://own.example', '--allow-writes'];
      const { code, stderr, checks } = await touchstone([...argv, ...own], { cwd, check });

      expect([code, checks]).toEqual([2, []]);
      expect(stderr).toContain('the run report binds updateUser, an operation that writes');
      expect(stderr).toContain("--bind 'updateUser=DELETE /{userId}'");
    });
  });
});

describe('touchstone replay of a run report alone', () => {
  const failing = [failedCheck(), failedCheck({ operation: 'getUser', rule: 'records.types' })];
  const replay = (before: typeof failing, after: typeof failing) => {
    const cwd = folder({ 'run.json': renderJson(sampleRun({ checks: before })) });
    const argv = ['replay', 'run.json', '--base-url', 'https://target.example', '-q'];
    return touchstone(argv, { cwd, check: async () => sampleRun({ checks: after }) });
  };
  const passed = (check: (typeof failing)[number]) => ({ ...check, outcome: 'pass' as const, findings: [] });

  test('re-runs the operations of all failed checks once, and exits 1 if one still fails', async () => {
    const { code, stdout, checks } = await replay(
      failing,
      failing.map((one, at) => (at === 0 ? passed(one) : one)),
    );

    expect(checks).toHaveLength(1);
    expect(checks[0]?.options.operations).toEqual(['getUsers', 'getUser']);
    expect(stdout).toMatch(/^FIXED {2}getUsers\/paging\.total-pages$/m);
    expect(stdout).toMatch(/^STILL FAILING {2}getUser\/records\.types$/m);
    expect(code).toBe(1);
  });

  test('exits 0 if all are fixed, and 3 if one is inconclusive', async () => {
    expect((await replay(failing, failing.map(passed))).code).toBe(0);
    const unclear = { ...passed(failing[1] as (typeof failing)[number]), outcome: 'inconclusive' as const };
    expect((await replay(failing, [passed(failing[0] as (typeof failing)[number]), unclear])).code).toBe(3);
  });

  test.each([
    [['pass', 'pass'], 0, 'PASSES  getUsers/paging.total-pages (it passed in the earlier run)'],
    [['pass', 'fail'], 1, 'FAILS  getUsers/paging.total-pages (it passed in the earlier run)'],
    [['inconclusive', 'pass'], 0, 'PASSES  getUsers/paging.total-pages (it was inconclusive in the earlier run)'],
  ] as const)(
    'does not call a check fixed or still failing that did not fail before: %j',
    async (outcomes, exit, line) => {
      const [before, after] = outcomes.map((outcome) => sampleRun({ checks: [failedCheck({ outcome })] }));
      const cwd = folder({ 'run.json': renderJson(before as RunReport) });
      const argv = ['replay', 'run.json', failedCheck().id, '--base-url', 'https://target.example', '-q'];

      const { code, stdout } = await touchstone(argv, { cwd, check: async () => after as RunReport });

      expect([code, stdout]).toEqual([exit, expect.stringContaining(line)]);
    },
  );

  test('counts only the failures of what it replays in its progress', async () => {
    const cwd = folder({ 'run.json': renderJson(sampleRun({ checks: failing })) });
    const argv = ['replay', 'run.json', 'getUser/records.types', '--base-url', 'https://target.example'];
    const failed = { outcome: 'fail', level: 'must', accepted: false, text: 'x' } as const;
    const step = { total: 2, requests: 1, warnings: 1, result: failed };

    const { stderr } = await touchstone(argv, {
      cwd,
      check: async (_target, { onProgress } = {}) => {
        onProgress?.({ ...step, done: 1, failed: 1, check: 'getUser/records.dates' });
        onProgress?.({ ...step, done: 2, failed: 2, check: 'getUser/records.types' });
        return sampleRun({ checks: failing });
      },
    });

    expect(stderr).toContain('1 of 2 checks, 1 request, 0 failed\n');
    expect(stderr).toContain('2 of 2 checks, 1 failed\n');
  });

  test('reads the file also with a seed, which then replaces that of the run', async () => {
    const cwd = folder({ 'run.json': renderJson(sampleRun({ checks: failing })) });
    const argv = ['replay', 'run.json', '--seed', '7', '--base-url', 'https://target.example', '-q'];

    const { checks } = await touchstone(argv, { cwd, check: async () => sampleRun({ checks: failing }) });

    expect(checks[0]?.options).toMatchObject({ operations: ['getUsers', 'getUser'], seed: 7 });
  });

  test('keeps the limit of requests of the run', async () => {
    const { selection } = sampleRun();
    const report = sampleRun({ checks: failing, selection: { ...selection, maxRequests: 400 } });
    const cwd = folder({ 'run.json': renderJson(report) });
    const argv = ['replay', 'run.json', '--base-url', 'https://target.example', '-q'];

    const { checks } = await touchstone(argv, { cwd, check: async () => sampleRun({ checks: failing }) });

    expect(checks[0]?.options.maxRequests).toBe(400);
  });

  test('leaves out warnings, and failures that the baseline accepts', async () => {
    const [first, second] = failing as [(typeof failing)[0], (typeof failing)[0]];
    const warning = { ...second, level: 'should' as const };

    expect((await replay([first, warning], [first])).checks[0]?.options.operations).toEqual(['getUsers']);
    expect((await replay([{ ...first, accepted: true }, warning], [])).code).toBe(0);
  });

  test.each([
    [{ verdict: 'incomplete' as const, incomplete: sampleIncomplete() }, 'the run is incomplete: it \\u001b[31mdied'],
    [{ verdict: 'inconclusive' as const }, 'the run is inconclusive: it \\u001b[31mdied'],
    [{ verdict: 'inconclusive' as const, interrupted: true }, 'the run was interrupted: it \\u001b[31mdied'],
  ])('exits 3 if nothing failed in a run without a result: %j', async (part, why) => {
    const report = sampleRun({ ...part, verdictReason: 'it \u001b[31mdied' });

    const ended = await touchstone(['replay', 'run.json'], { cwd: folder({ 'run.json': renderJson(report) }) });

    expect(ended.checks).toEqual([]);
    expect(ended.code).toBe(3);
    expect(ended.stdout).toContain(why);
  });

  test('says once that a run without a failure was interrupted', async () => {
    const report = sampleRun({
      verdict: 'inconclusive',
      interrupted: true,
      verdictReason: 'the run was interrupted',
    });

    const { stdout } = await touchstone(['replay', 'run.json'], { cwd: folder({ 'run.json': renderJson(report) }) });

    expect(stdout).toBe('INCONCLUSIVE  no check of run.json failed, but the run was interrupted\n');
  });

  test('escapes what the target says', async () => {
    const reason = 'it said \u001b[2J';
    const { stdout } = await replay(failing, [failedCheck({ outcome: 'inconclusive', reason, findings: [] })]);

    expect(stdout).not.toContain('\u001b');
    expect(stdout).toContain('it said \\u001b[2J');
  });

  test('sends nothing if no check failed', async () => {
    const { code, stdout, checks } = await replay(failing.map(passed), []);

    expect(checks).toEqual([]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'no check of run.json failed, so there is nothing to replay\n',
    });
  });
});
