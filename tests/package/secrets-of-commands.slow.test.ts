import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPORT_KINDS } from '../../options/choices.js';
import { OPTIONS } from '../../options/declared.js';
import type { Hook } from '../../reference/index.js';
import { emptyFolder, oneTotalPageTooMany, serve, touchstone } from './command.js';
import { expectNoLeak, outputsOf, repeats, SECRET } from './repeated-secrets.js';

const SOME = ['--operation', 'getUsers', '--rule', '{paging,answers,errors}.*'];
const REPORTS = [
  ...REPORT_KINDS.flatMap((kind) => ['--report', `${kind}=report.${kind}`]),
  ...Object.keys(OPTIONS.bodies.kind.names).flatMap((kind) => ['--bodies', `${kind}=full`]),
];

/** A target that fails and repeats the secret in each response, with its options. */
async function target(...hooks: readonly Hook[]): Promise<string[]> {
  const { url } = await serve({ hooks: [oneTotalPageTooMany, ...hooks, repeats(SECRET)] });
  return ['--base-url', url, '--token', SECRET];
}

describe('a secret that a target repeats is in no output', () => {
  it('of merge and history', async () => {
    const [cwd, to] = [emptyFolder(), await target()];
    for (const shard of ['1/2', '2/2']) {
      const report = `json=${shard.replace('/', '-')}.json`;
      await touchstone(
        ['check', ...to, ...SOME, '--operation', 'getUser', '--seed', '1', '--shard', shard, '--report', report],
        { cwd },
      );
    }
    const merged = await touchstone(['merge', '1-2.json', '2-2.json', ...REPORTS, '--history', 'runs'], { cwd });
    const history = await touchstone(['history', 'runs'], { cwd });

    expect([merged.code, history.code]).toEqual([1, 0]);
    expect(readdirSync(cwd)).toHaveLength(REPORT_KINDS.length + 3);
    expectNoLeak(new Map([...outputsOf(cwd, merged), ['history', history.stdout + history.stderr]]));
  });

  it('of watch, its metrics and the reports that it keeps', async () => {
    const [cwd, to] = [emptyFolder(), await target()];
    let metrics = '';
    const ended = await touchstone(
      ['watch', ...to, ...SOME, '--every', '1h', '--metrics-port', '0', '--keep-in', 'kept', '--history', 'runs'],
      {
        cwd,
        async onStderr(stderr, kill) {
          const url = /http:\/\/\S+\/metrics/.exec(stderr)?.[0];
          if (url === undefined || metrics !== '' || !stderr.includes('the next run starts at')) return;
          metrics = await (await fetch(url)).text();
          kill('SIGTERM');
        },
      },
    );

    expect(metrics).toContain('touchstone_');
    expect(readdirSync(join(cwd, 'kept'))).toHaveLength(1);
    expectNoLeak(outputsOf(cwd, ended).set('metrics', metrics));
  });

  it('of a run that cannot restore the first record that it changes, its journal, and the undo of it', async () => {
    const cwd = emptyFolder();
    let original = '';
    const breaks: Hook = ({ perform }) => ({
      perform(context) {
        const users = JSON.stringify(context.tenant.users.records);
        original ||= users;
        const isKept = context.operation.binding.method !== 'GET' && users !== original;
        return isKept ? { status: 409, body: { error: { code: 409, message: SECRET } } } : perform(context);
      },
    });
    const to = await target(breaks);
    const write = [
      '--operation',
      'updateUser',
      '--rule',
      'updates.effect',
      '--allow-writes',
      '--journal',
      'journal.jsonl',
      '--seed',
      '1',
    ];
    const run = await touchstone(['check', ...to, ...write, ...REPORTS], { cwd });
    const undo = await touchstone(['undo', 'journal.jsonl', ...to], { cwd });

    expect([run.code, undo.code]).toEqual([1, 3]);
    expect(run.stdout).toContain('NOT RESTORED (1)');
    expect(undo.stdout).toContain('the target returned 409');
    expectNoLeak(new Map([...outputsOf(cwd, run), ['undo', undo.stdout + undo.stderr]]));
  });
});
