import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { beginningOf } from '../../cli/beginning-of.js';
import { folder } from './run-command.js';

const pipe = () => {
  const path = join(folder(), 'pipe');
  execFileSync('sh', ['-c', `mkfifo '${path}'`]);
  return path;
};

describe('the beginning of a file', () => {
  it('is all of a small file, and as much as is wanted of another one', () => {
    const cwd = folder();
    const path = join(cwd, 'file');
    writeFileSync(path, 'abc'.repeat(1_000_000));
    writeFileSync(join(cwd, 'empty'), '');

    expect(beginningOf(path, 4_000_000)).toHaveLength(3_000_000);
    expect(beginningOf(path, 4).toString()).toBe('abca');
    expect(beginningOf(join(cwd, 'empty'), 4)).toHaveLength(0);
  });

  it('throws the error of the system', () => {
    const cwd = folder();
    mkdirSync(join(cwd, 'folder'));
    expect(() => beginningOf(join(cwd, 'folder'), 4)).toThrow(/EISDIR/);
    expect(() => beginningOf(join(cwd, 'none'), 4)).toThrow(/ENOENT/);
  });

  it.skipIf(platform() === 'win32')('is what comes from a pipe, also after a while', () => {
    const path = pipe();
    spawn('sh', ['-c', `sleep 0.1; printf one > '${path}'`], { stdio: 'ignore' });

    expect(beginningOf(path, 100, 60_000).toString()).toBe('one');
  });

  it.skipIf(platform() === 'win32')('is an error where nothing comes from a pipe', () => {
    expect(() => beginningOf(pipe(), 100, 40)).toThrow('nothing came from the pipe for 0.04 s');
  });
});
