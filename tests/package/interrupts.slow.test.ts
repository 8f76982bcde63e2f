import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { LONGEST_MS } from '../../cli/interrupt.js';
import { emptyFolder, MAIN, touchstone } from './command.js';
import { hangingTarget } from './hanging-target.js';
import { differences, dump, type WritingTarget } from './writing-target.js';

const WRITES = [
  ...['--seed', '1', '--allow-writes', '--operation', 'update*', '--operation', 'bulk*'],
  ...['--consistency-window', '5s'],
];

/** Starts a run, calls `act` at its tenth write, and says how it ended and how long after. */
async function atTenthWrite(target: WritingTarget, cwd: string, act: (kill: (signal: NodeJS.Signals) => void) => void) {
  const env = { ...process.env, TOUCHSTONE_TOKEN: target.reference.token };
  const child = spawn(process.execPath, [MAIN, 'check', '--base-url', target.url, ...WRITES], { cwd, env });
  let [writes, stdout, stderr, actedAt] = [0, '', '', 0];
  target.listen(() => {
    writes += 1;
    if (writes !== 10) return;
    actedAt = performance.now();
    act((signal) => child.kill(signal));
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, stdout, stderr, afterMs: performance.now() - actedAt };
}

describe('a run that writes', () => {
  it.each(['SIGHUP', 'SIGTERM'] as const)('restores and reports after %s, as after SIGINT', async (signal) => {
    const target = await hangingTarget();
    const before = dump(target.reference);
    const cwd = emptyFolder();

    const { code, stdout, stderr } = await atTenthWrite(target, cwd, (kill) => kill(signal));

    expect(stderr).toContain('interrupted: restoring the changed records');
    expect(stdout).toContain('restored; every field has its original value.');
    expect(code).toBe(130);
    expect(differences(before, dump(target.reference))).toEqual([]);
  });

  it('ends within 5 s of an interrupt on a target that hangs, with the command that undoes it', async () => {
    const target = await hangingTarget();
    const before = dump(target.reference);
    const cwd = emptyFolder();

    const { code, stdout, stderr, afterMs } = await atTenthWrite(target, cwd, (kill) => {
      target.hang(true);
      kill('SIGINT');
    });

    expect(code).toBe(130);
    // How long a busy machine takes to end a process is not the business of this test.
    expect(LONGEST_MS).toBeLessThan(5000);
    expect(afterMs).toBeLessThan(LONGEST_MS + 15_000);
    // The report has the command, or standard error where the time for a report has run out.
    const [, printed = '', journal = ''] =
      /(?:Retry with|Restore them): (touchstone undo (\S+) --base-url \S+)\n/.exec(stdout + stderr) ?? [];
    expect(existsSync(journal)).toBe(true);
    target.hang(false);
    await sleep(500);
    const env = { TOUCHSTONE_TOKEN: target.reference.token };
    expect(await touchstone(printed.split(' ').slice(1), { cwd: emptyFolder(), env })).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(differences(before, dump(target.reference))).toEqual([]);
    expect(existsSync(journal)).toBe(false);
  });
});
