import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { emptyFolder, MAIN, touchstone } from './command.js';
import { differences, dump, writingTarget } from './writing-target.js';

it('an undo during a run changes nothing, and the run can be undone after a kill', async () => {
  const target = await writingTarget();
  const before = dump(target.reference);
  const cwd = emptyFolder();
  const env = { TOUCHSTONE_TOKEN: target.reference.token };
  const argv = ['check', '--base-url', target.url, '--quiet', '--seed', '1'];
  const allowed = ['--allow-writes', '--operation', 'update*'];
  const child = spawn(process.execPath, [MAIN, ...argv, ...allowed], {
    cwd,
    stdio: 'ignore',
    env: { ...process.env, ...env },
  });
  const ended = new Promise((resolve) => child.on('exit', (_code, signal) => resolve(signal)));
  const journals = () =>
    existsSync(join(cwd, '.touchstone'))
      ? readdirSync(join(cwd, '.touchstone')).filter((name) => name.endsWith('.jsonl'))
      : [];
  while (journals().length === 0) await sleep(1);
  child.kill('SIGSTOP');
  const undo = ['undo', '--base-url', target.url];
  const refused = await Promise.all([1, 2, 3].map(() => touchstone(undo, { cwd, env })));
  child.kill('SIGCONT');
  let writes = 0;
  target.listen(() => {
    writes += 1;
    if (writes === 20) child.kill('SIGKILL');
  });

  expect(await ended).toBe('SIGKILL');
  for (const { code, stderr } of refused) {
    expect(stderr).toMatch(/journal-\S+ is in use by process \d+\n {2}Wait until that run ends/);
    expect(code).toBe(2);
  }
  expect(journals()).toHaveLength(1);

  expect(await touchstone(undo, { cwd, env })).toMatchObject({ code: 0, stderr: '' });
  expect(differences(before, dump(target.reference))).toEqual([]);
});
