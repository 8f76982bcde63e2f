import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Ended, emptyFolder, MAIN, touchstone } from './command.js';
import { differences, dump, type WritingTarget, writingTarget } from './writing-target.js';

const WRITES = [
  ...['--seed', '1', '--allow-writes', '--operation', 'update*', '--operation', 'bulk*'],
  ...['--consistency-window', '400ms'],
];

/** The arguments and the surroundings of a command on a target. */
function world({ url, reference }: WritingTarget) {
  const cwd = emptyFolder();
  const given = { cwd, env: { TOUCHSTONE_TOKEN: reference.token } };
  const at = ['--base-url', url];
  return { given, journals: join(cwd, '.touchstone'), check: ['check', ...at, ...WRITES], undo: ['undo', ...at] };
}

/** Runs a command and sends it signals at its tenth write and a moment later. */
async function interrupted(target: WritingTarget, argv: readonly string[], cwd: string, times: 1 | 2): Promise<Ended> {
  const env = { ...process.env, TOUCHSTONE_TOKEN: target.reference.token };
  const child = spawn(process.execPath, [MAIN, ...argv], { cwd, env });
  let [writes, stdout, stderr] = [0, '', ''];
  target.listen(() => {
    writes += 1;
    if (writes === 10) child.kill('SIGINT');
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    if (times === 2 && stderr.includes('interrupt again to stop at once')) child.kill('SIGINT');
  });
  return new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr })));
}

it('an interrupt stops a run with writes, and everything is restored', async () => {
  const target = await writingTarget();
  const before = dump(target.reference);
  const { given, journals, check } = world(target);

  const { code, stdout, stderr } = await interrupted(target, check, given.cwd, 1);

  expect(stderr).toContain('restoring the changed records');
  expect(stdout).toContain('restored; every field has its original value.');
  expect(code).toBe(130);
  expect(differences(before, dump(target.reference))).toEqual([]);
  expect(existsSync(journals)).toBe(false);
});

it('a second interrupt keeps the journal and prints the undo command; another run does not touch its records', async () => {
  const target = await writingTarget();
  const before = dump(target.reference);
  const { given, journals, check } = world(target);

  const stopped = await interrupted(target, check, given.cwd, 2);
  // A bulk update that was accepted goes on for a moment after the process that sent it.
  await sleep(500);
  const changed = dump(target.reference);
  const further = await touchstone([...check, '--quiet'], given);

  expect(stopped.code).toBe(130);
  const [, printed = ''] = /Restore them: (touchstone undo .*)\n/.exec(stopped.stderr) ?? [];
  expect(printed).toMatch(/journal-[0-9a-f]+\.jsonl --base-url http:\S+$/);
  expect(further.stderr).toMatch(/^touchstone: an earlier run left \d+ records? unrestored, .*: touchstone undo .*\n$/);
  expect(further.stderr).toContain(printed);
  expect(further.stdout).toMatch(/Notes \(\d+\)\s+! an earlier run left \d+ records? unrestored/);
  expect(further.stdout).toContain('restored; every field has its original value.');
  expect(differences(changed, dump(target.reference))).toEqual([]);
  const undone = await touchstone(printed.split(' ').slice(1), given);
  expect(undone).toMatchObject({ code: 0, stderr: '' });
  expect(differences(before, dump(target.reference))).toEqual([]);
  expect(existsSync(journals) ? readdirSync(journals) : []).toEqual([]);
});

it('a journal contains no credential, and an undo without one names what is missing', async () => {
  const target = await writingTarget();
  const { given, journals, check, undo } = world(target);
  await interrupted(target, check, given.cwd, 2);
  const journal = readdirSync(journals).find((name) => name.endsWith('.jsonl')) ?? '';
  expect(readFileSync(join(journals, journal), 'utf8')).not.toContain(target.reference.token);

  const without = await touchstone(undo, { cwd: given.cwd });

  expect(without).toMatchObject({ code: 2, stdout: '' });
  expect(without.stderr).toContain('needs a credential, and none was given: it returns 401');
  expect(without.stderr).toContain('Nothing was changed, and the journal is kept.');
  expect((await touchstone(undo, given)).code).toBe(0);
});
