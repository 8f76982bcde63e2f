import { describe, expect, test } from 'vitest';
import { progressView } from '../../cli/progress.js';
import { sampleRun } from '../reporters/sample-run.js';
import { TARGET, touchstone } from './run-command.js';

const step = (done: number, total = 100) => ({
  done,
  total,
  requests: done * 2,
  failed: 1,
  warnings: 2,
  check: 'getUsers/paging.echo',
});

function stderr(isTTY: boolean) {
  const written: string[] = [];
  return { written, isTTY, columns: 100, write: (text: string) => written.push(text) };
}

describe('progress', () => {
  test('is a line at each quarter if stderr is not a terminal', async () => {
    const out = stderr(false);
    const view = await progressView(out, false, { now: () => 0 });

    for (let done = 1; done <= 100; done += 1) view.update(step(done));
    view.stop();

    expect(out.written.slice(0, 3)).toEqual(
      [25, 50, 75].map((done) => `touchstone: ${done} of 100 checks, ${done * 2} requests, 1 failed, 2 warnings\n`),
    );
  });

  test('ends without a number of requests, because a run may send more than those of its checks', async () => {
    const out = stderr(false);
    const view = await progressView(out, false, { now: () => 0 });

    view.update(step(100));

    expect(out.written).toEqual(['touchstone: 100 of 100 checks, 1 failed, 2 warnings\n']);
  });

  test('is also a line every two seconds', async () => {
    const out = stderr(false);
    let now = 0;
    const view = await progressView(out, false, { now: () => now });

    for (let done = 1; done <= 20; done += 1) {
      now += 500;
      view.update(step(done));
    }

    expect(out.written).toHaveLength(5);
  });

  test('is a live bar in a terminal and is cleared at the end', async () => {
    const out = stderr(true);
    const view = await progressView(out, false);

    view.update(step(10));
    view.stop();
    const shown = out.written.length;
    view.update(step(20));

    expect(out.written.join('')).toContain('10/100 checks · 20 requests · 1 failed · 2 warnings');
    expect(out.written.length).toBe(shown);
    expect(out.written.join('')).not.toMatch(/\n$/);
  });

  test('is omitted with --quiet, and so are notes', async () => {
    const check: Parameters<typeof touchstone>[1] = {
      check: async (_target, options) => {
        options?.onProgress?.(step(100));
        return sampleRun();
      },
    };

    expect((await touchstone([...TARGET], check)).stderr).toContain('100 of 100 checks');
    expect((await touchstone([...TARGET, '--quiet'], check)).stderr).toBe('');
    expect((await touchstone(['check', '--reference', '-q'], check)).stderr).toBe('');
  });
});
