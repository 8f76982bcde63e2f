import { describe, expect, test } from 'vitest';
import { renderJson } from '../../reporters/json.js';
import { failedCheck, sampleRun } from '../reporters/sample-run.js';
import { command, folder, TARGET, touchstone } from './run-command.js';

const LEFT = {
  kind: 'user',
  id: 'u-1',
  reason: 'the target returned 400',
  fields: [{ name: 'isOnline', was: 'false', is: 'true' }],
  request: {
    method: 'PATCH',
    url: 'https://target.example/users/u-1',
    headers: { authorization: '[redacted]', 'content-type': 'application/merge-patch+json' },
    body: '{"isOnline":false}',
  },
};

describe('writes', () => {
  test('are allowed and configured by options', async () => {
    const { checks } = await touchstone([
      ...TARGET,
      ...['--allow-writes', '--allow-destroy', '--allow-scope-all', '--bulk-scope', 'Listed'],
      ...['--consistency-window', '2s', '--task-timeout', '90s', '--journal', '/tmp/j.jsonl'],
    ]);

    expect(checks[0]?.options).toMatchObject({
      allowWrites: true,
      allowDestroy: true,
      allowScopeAll: true,
      bulkScope: 'Listed',
      consistencyWindowMs: 2000,
      taskTimeoutMs: 90_000,
      journal: '/tmp/j.jsonl',
    });
  });

  test('are allowed by the config, with the journal relative to its folder', async () => {
    const cwd = folder({
      'touchstone.config.yaml':
        'baseUrl: https://target.example\nallowWrites: true\nconsistencyWindowMs: 1000\njournal: here.jsonl\nfixtures: {writableUserIds: "a,b"}\n',
    });

    const { checks } = await touchstone([], { cwd });

    expect(checks[0]).toMatchObject({
      target: { fixtures: { writableUserIds: 'a,b' } },
      options: { allowWrites: true, consistencyWindowMs: 1000, journal: `${cwd}/here.jsonl` },
    });
  });

  test.each([
    [['--bulk-scope', 'Listed'], '--bulk-scope'],
    [['--consistency-window', '2s'], '--consistency-window'],
    [['--task-timeout', '90s'], '--task-timeout'],
    [['--journal', '/tmp/j.jsonl'], '--journal'],
  ])('that are not allowed ignore %s, and say so', async (options, flag) => {
    const { stderr, code } = await touchstone([...TARGET, ...options]);

    expect(stderr).toContain(`${flag} has no effect without --allow-writes`);
    expect(code).toBe(0);
  });

  test('may be configured by a config file that does not allow them, and by options for the reference', async () => {
    const cwd = folder({ 'touchstone.config.yaml': 'baseUrl: https://target.example\ntaskTimeoutMs: 1000\n' });

    for (const { stderr, code } of [
      await touchstone([], { cwd }),
      await touchstone(['--reference', '--task-timeout', '90s']),
      await touchstone([...TARGET, '--allow-writes', '--task-timeout', '90s']),
    ]) {
      expect(stderr).not.toContain('no effect');
      expect(code).toBe(0);
    }
  });

  test('that are not allowed ignore such options in a replay too, and say so', async () => {
    const cwd = folder({ 'run.json': renderJson(sampleRun({ checks: [failedCheck()] })) });
    const replay = ['replay', 'run.json', '--base-url', 'https://target.example', '--journal', 'j.jsonl'];

    const { stderr } = await touchstone(replay, { cwd });

    expect(stderr).toContain('--journal has no effect without --allow-writes');
  });

  test('that were not restored are listed with the command that restores them', async () => {
    const undo = 'touchstone undo /x/j.jsonl --base-url https://target.example';
    const restoration = {
      journal: '/x/j.jsonl',
      undo,
      touched: [{ kind: 'user', id: 'u-1' }],
      removed: [],
      left: [LEFT],
    };
    const report = { ...sampleRun({ verdict: 'inconclusive' }), restoration };

    const { stdout, code } = await touchstone([...TARGET, '--allow-writes'], { check: async () => report });

    expect(stdout).toContain('NOT RESTORED (1)');
    expect(stdout).toContain('user u-1: the target returned 400');
    expect(stdout).toContain('isOnline was false, is true');
    expect(stdout).toContain(
      `curl -sSi -X PATCH -H "Authorization: Bearer $TOUCHSTONE_TOKEN" -H 'content-type: application/merge-patch+json' --data-raw '{"isOnline":false}' 'https://target.example/users/u-1'`,
    );
    expect(stdout).toContain(undo);
    expect(code).toBe(3);
  });

  test('are restored after one interrupt; a second one prints how to restore them, even with --quiet', async () => {
    let end = (): void => undefined;
    const world = command({
      check: (_target, options) =>
        new Promise((resolve) => {
          options?.onJournal?.('touchstone undo /x/j.jsonl --base-url https://target.example');
          end = () => resolve(sampleRun({ interrupted: true }));
        }),
    });
    const running = world.run(...TARGET, '--allow-writes', '--quiet');
    while (world.listening() === 0) await new Promise((resolve) => setTimeout(resolve, 5));

    world.interrupt();
    expect(world.seen.stderr).toBe('');
    world.interrupt();
    end();
    await running;

    expect(world.seen.exits).toEqual([130]);
    expect(world.seen.stderr).toContain('Restore them: touchstone undo /x/j.jsonl --base-url https://target.example\n');
  });
});

describe('touchstone check --dry-run', () => {
  const preview = {
    checks: 3,
    kinds: [
      { kind: 'user', ids: ['u-1', 'u-2'], all: true, problem: null },
      { kind: 'application', ids: [], all: false, problem: 'no answer' },
    ],
    removed: { from: 's-1', ids: ['u-3'] },
  };

  test('lists the records that would be written to and runs no check', async () => {
    const { stdout, checks, code } = await touchstone([...TARGET, '--dry-run', '--allow-writes'], {
      previewWrites: async () => preview,
    });

    expect(stdout).toContain('Only reads are sent now');
    expect(stdout).not.toContain('Nothing was sent');
    expect(stdout.slice(stdout.indexOf('3 checks would'))).toBe(
      [
        '3 checks would write. Nothing has been written.',
        '',
        'Would write at most 2 user records and restore them:',
        '  u-1',
        '  u-2',
        '  and all other user records, in bulk updates with scope "all" (--allow-scope-all)',
        '',
        'Would write no application record: no answer',
        '',
        'Would permanently remove at most 1 user from subscription s-1:',
        '  u-3',
        '',
      ].join('\n'),
    );
    expect([checks.length, code]).toEqual([0, 0]);
  });
});

describe('touchstone undo', () => {
  const undone = { baseUrl: 'https://target.example', records: 2, unended: 0, left: [], removed: [], again: null };

  test('restores the records of all journals in the folder with the token of the environment', async () => {
    const asked: unknown[] = [];
    const cwd = folder({ '.touchstone/journal-1.jsonl': '', '.touchstone/journal-2.jsonl': '', '.touchstone/x': '' });

    const { stdout, code } = await touchstone(['undo'], {
      cwd,
      env: { TOUCHSTONE_TOKEN: 's3cret' },
      undo: async (...given) => {
        asked.push(given);
        return undone;
      },
    });

    expect(asked).toEqual([
      [`${cwd}/.touchstone/journal-1.jsonl`, { token: 's3cret', headers: {}, bindings: {} }],
      [`${cwd}/.touchstone/journal-2.jsonl`, { token: 's3cret', headers: {}, bindings: {} }],
    ]);
    expect(stdout).toContain('Restored 2 records of https://target.example to their state before the run.');
    expect(code).toBe(0);
  });

  test('reaches the target at the address that the run used', async () => {
    const asked: unknown[] = [];
    const resolve = ['--base-url', 'https://target.example', '--resolve', 'target.example:443:10.0.0.7'];

    await touchstone(['undo', 'j.jsonl', ...resolve], {
      undo: async (...given) => {
        asked.push(given[1]);
        return undone;
      },
    });

    expect(asked).toMatchObject([
      { network: { resolve: [{ host: 'target.example', port: 443, address: '10.0.0.7' }] } },
    ]);
  });

  test('prints that there is nothing to undo', async () => {
    const { stdout, code } = await touchstone(['undo']);

    expect(stdout).toBe('Nothing to undo: .touchstone/ contains no journal.\n');
    expect(code).toBe(0);
  });

  test('lists unrestored records and the command that retries, and exits with 3', async () => {
    const left = [LEFT, { ...LEFT, id: 'u-2', request: null }];
    const again = 'touchstone undo /x/j.jsonl --base-url https://target.example';
    const { stdout, code } = await touchstone(['undo', 'j.jsonl'], { undo: async () => ({ ...undone, left, again }) });

    expect(stdout).toContain('user u-1: the target returned 400');
    expect(stdout).toContain('2 of 2 records of https://target.example are not restored.');
    expect(stdout).toContain(`The journal j.jsonl is kept. Retry with: ${again}\n`);
    expect(stdout).toContain("add: --force-record 'u-2'");
    expect(code).toBe(3);
  });

  test('names the bulk updates that had not ended, keeps the journal, and exits with 3', async () => {
    const again = 'touchstone undo /x/j.jsonl --base-url https://target.example';
    const { stdout, code } = await touchstone(['undo', 'j.jsonl'], {
      undo: async () => ({ ...undone, unended: 2, again }),
    });

    expect(stdout).toContain('2 bulk updates had not ended, so records may still change.\n');
    expect(stdout).toContain(`The journal j.jsonl is kept. Retry with: ${again}\n`);
    expect(code).toBe(3);
  });
});
