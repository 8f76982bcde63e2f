import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder, MAIN, runProgram } from './command.js';
import { differences, dump, writingTarget } from './writing-target.js';

/** Runs a check with writes that can make no file larger than some blocks, as on a disk with no more space. */
async function checked(blocks: number, more: readonly string[] = []) {
  const target = await writingTarget();
  const before = dump(target.reference);
  const cwd = emptyFolder();
  const selected = ['--operation', 'update*', '--operation', 'bulk*', '--operation', 'getUsers', '--rule', 'updates.*'];
  const options = ['--rule', 'bulk.*', '--rule', 'paging.*', '--quiet', '--consistency-window', '400ms'];
  const writes = ['--seed', '1', '--allow-writes', '--allow-scope-all', ...selected, ...options, ...more];
  const argv = [MAIN, 'check', '--base-url', target.url, ...writes];
  const ended = await runProgram('sh', ['-c', `ulimit -f ${blocks}; exec "$@"`, 'sh', process.execPath, ...argv], {
    cwd,
    env: { TOUCHSTONE_TOKEN: target.reference.token },
  });
  return { ...ended, cwd, left: differences(before, dump(target.reference)) };
}

describe('a run whose journal finds no space', () => {
  it.each([8, 60, 300])(
    'after %d blocks writes nothing more, restores, reports what it read and is not green',
    async (blocks) => {
      const { code, stdout, stderr, cwd, left } = await checked(blocks);

      expect(stdout).toMatch(/the journal \S+ cannot be\s+written: EFBIG/);
      expect(stdout).toMatch(/\nusers +[1-9]\d* /);
      expect([code, stderr]).toEqual([3, '']);
      expect(left).toEqual([]);
      expect(existsSync(join(cwd, '.touchstone'))).toBe(false);
    },
  );

  it('at its first line exits with 2 and sends nothing', async () => {
    const { code, stdout, stderr, cwd, left } = await checked(0);

    expect(stderr).toMatch(
      /^touchstone: the journal \S+ cannot be made: EFBIG.*\n {2}Give another file with --journal/,
    );
    expect([code, stdout, left]).toEqual([2, '', []]);
    expect(existsSync(join(cwd, '.touchstone')) ? readdirSync(join(cwd, '.touchstone')) : []).toEqual([]);
  });

  it('because its folder is full exits with 2 too', async () => {
    const { code, stderr } = await checked(1000, ['--journal', '/dev/null/x/journal.jsonl']);

    expect(stderr).toMatch(/^touchstone: the journal \/dev\/null\/x\/journal\.jsonl cannot be made: ENOTDIR/);
    expect(code).toBe(2);
  });
});
