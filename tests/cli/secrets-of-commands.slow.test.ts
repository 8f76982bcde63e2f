import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REPORT_KINDS } from '../../options/choices.js';
import { OPTIONS } from '../../options/declared.js';
import type { Hook } from '../../reference/index.js';
import { emptyFolder, oneTotalPageTooMany, serve } from '../package/command.js';
import { expectNoLeak, outputsOf, repeats, SECRET } from '../package/repeated-secrets.js';
import { inProcess } from './in-process.js';

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
      await inProcess(
        ['check', ...to, ...SOME, '--operation', 'getUser', '--seed', '1', '--shard', shard, '--report', report],
        { cwd },
      );
    }
    const merged = await inProcess(['merge', '1-2.json', '2-2.json', ...REPORTS, '--history', 'runs'], { cwd });
    const history = await inProcess(['history', 'runs'], { cwd });

    expect([merged.code, history.code]).toEqual([1, 0]);
    expect(readdirSync(cwd)).toHaveLength(REPORT_KINDS.length + 3);
    expectNoLeak(new Map([...outputsOf(cwd, merged), ['history', history.stdout + history.stderr]]));
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
      '--consistency-window',
      '300',
    ];
    const run = await inProcess(['check', ...to, ...write, ...REPORTS], { cwd });
    const undo = await inProcess(['undo', 'journal.jsonl', ...to], { cwd });

    expect([run.code, undo.code]).toEqual([1, 3]);
    expect(run.stdout).toContain('NOT RESTORED (1)');
    expect(undo.stdout).toContain('the target returned 409');
    expectNoLeak(new Map([...outputsOf(cwd, run), ['undo', undo.stdout + undo.stderr]]));
  });
});
