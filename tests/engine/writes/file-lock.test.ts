import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lockFile } from '../../../engine/writes/file-lock.js';
import { ownProcess } from '../../../engine/writes/process-id.js';

function file(lock?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'file');
  if (lock !== undefined) writeFileSync(`${path}.lock`, lock);
  return path;
}

/** The number of a process that has ended. */
function endedPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

describe('the lock of a file', () => {
  it('is held by one process at a time, and is gone once it is released', async () => {
    const path = file();

    const lock = await lockFile(path);
    await expect(lockFile(path)).rejects.toThrow(`is in use by process ${process.pid}`);
    await lock.release();

    expect(existsSync(`${path}.lock`)).toBe(false);
    await (await lockFile(path)).release();
  });

  it('is taken over from a process that has ended', async () => {
    const path = file(JSON.stringify({ ...(await ownProcess()), pid: endedPid() }));

    await lockFile(path);

    expect(JSON.parse(readFileSync(`${path}.lock`, 'utf8'))).toEqual(await ownProcess());
  });

  it.runIf(process.platform === 'linux')(
    'is taken over where a later process has the number of the one that held it',
    async () => {
      const path = file(JSON.stringify({ ...(await ownProcess()), started: 'earlier' }));

      await lockFile(path);

      expect(JSON.parse(readFileSync(`${path}.lock`, 'utf8'))).toEqual(await ownProcess());
    },
  );

  it('is kept when the state of its process cannot be determined', async () => {
    const path = file(JSON.stringify({ ...(await ownProcess()), host: 'elsewhere' }));

    await expect(lockFile(path)).rejects.toMatchObject({
      message: expect.stringContaining('of another machine or container'),
      hint: expect.stringContaining(`remove ${path}.lock`),
    });
  });

  it('is taken over when its process died while creating it', async () => {
    const path = file('');
    utimesSync(`${path}.lock`, 1000, 1000);

    await lockFile(path);
  });

  it('goes to one of many that find the lock of a dead process', async () => {
    const path = file(JSON.stringify({ ...(await ownProcess()), pid: endedPid() }));

    const taken = await Promise.allSettled(Array.from({ length: 20 }, () => lockFile(path)));

    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
