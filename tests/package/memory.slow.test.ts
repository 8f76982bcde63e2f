import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { body } from '../../reference/hooks.js';
import type { Hook } from '../../reference/index.js';
import { emptyFolder, MAIN, ROOT, runProgram, serve } from './command.js';

const LIMIT_MB = 400;

/** Checks some of a target in a process of its own; returns the most memory that it held, in megabytes. */
async function peakOf(hook: Hook, argv: readonly string[]): Promise<number> {
  const { target } = await serve({ hooks: [hook] });
  const file = join(emptyFolder(), 'peak');
  const preload = ['--import', join(ROOT, 'bench', 'peak-memory.mjs')];
  const ended = await runProgram(
    process.execPath,
    [...preload, MAIN, 'check', ...target, ...argv, '--quiet', '--seed', '1'],
    {
      env: { BENCH_PEAK_FILE: file },
    },
  );
  expect([0, 1, 3]).toContain(ended.code);
  return Number(readFileSync(file, 'utf8')) / 1024 / 1024;
}

/** Records that are nested almost as deep as is read, which takes many times the memory of their text. */
const nested: Hook = body((given) => {
  const { items } = given as { items?: readonly object[] };
  let deep: unknown = 1;
  for (let level = 0; level < 900; level += 1) deep = { a: deep };
  return items === undefined ? given : { ...(given as object), items: items.map((item) => ({ ...item, deep })) };
});

describe('the memory of a run', () => {
  it('stays under 400 MB with records that are nested deeply', async () => {
    expect(await peakOf(nested, ['--operation', 'getUsers'])).toBeLessThan(LIMIT_MB);
  });
});
