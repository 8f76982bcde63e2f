import { describe, expect, it } from 'vitest';
import { bailOf } from '../../conformance/bail.js';
import type { Progress } from '../../engine/target/options.js';
import { pagination } from '../../reference/hooks.js';
import { exitCodeOf } from '../../reporters/exit-code.js';
import { checkReference, idsOf } from './check-reference.js';

/** Every list of the target ignores filters. */
const reference = { hooks: [() => ({ matches: () => true })] };
const OPERATIONS = ['getContracts', 'getAgreements'];

describe('--bail', () => {
  it('stops the run at a confirmed failure, which fails it without being an interrupt', async () => {
    const seen: Progress[] = [];
    const options = { operations: OPERATIONS, seed: 3 };
    const whole = await checkReference({ reference, options });
    const report = await checkReference({
      reference,
      options: { ...options, bail: 1, onProgress: (now) => seen.push(now) },
    });

    const failed = idsOf(report, 'fail');
    expect(failed.length).toBeGreaterThan(0);
    expect(idsOf(whole, 'fail')).toEqual(expect.arrayContaining(failed));
    expect(report.requests.sent).toBeLessThan(whole.requests.sent);
    expect(report.interrupted).toBe(false);
    expect(report.verdict).toBe('does-not-conform');
    expect(exitCodeOf(report)).toBe(1);
    expect(report.warnings[0]).toBe(
      'the run stopped after 1 failed check (--bail 1): the checks that had not run are inconclusive',
    );
    expect(idsOf(report, 'inconclusive').length).toBeGreaterThan(idsOf(whole, 'inconclusive').length);
    const printed = seen.flatMap(({ check, result }) => (result?.outcome === 'fail' ? [[check, result.text]] : []));
    expect(printed.map(([id]) => id)).toEqual(expect.arrayContaining(failed));
    expect(printed[0]?.[1]).toMatch(/\S/);
  });

  it('does not stop a run with fewer failures', async () => {
    const options = { operations: ['getContracts'], rules: ['paging.*'], seed: 3 };

    const report = await checkReference({ options: { ...options, bail: 1 } });

    expect(report.verdict).toBe('conforms');
    expect(report.warnings).toEqual([]);
  });

  it('stops nothing, and says nothing, if the last check reaches the limit', () => {
    const counted = { total: 10, requests: 20, failed: 1, warnings: 0, check: 'getUsers/paging.pages' };
    const [last, early] = [bailOf({ bail: 1 }), bailOf({ bail: 1 })];

    last.count({ ...counted, done: 10 });
    early.count({ ...counted, done: 9 });

    expect([last.reason(), last.signal?.aborted]).toEqual([null, false]);
    expect([early.reason(), early.signal?.aborted]).toEqual([expect.stringContaining('--bail 1'), true]);
  });

  it('is refused for a shard', async () => {
    await expect(checkReference({ options: { bail: 1, shard: '1/2' } })).rejects.toThrow(/cannot stop a run/);
  });
});

describe('the progress of a run', () => {
  it('contains no secret of the target', async () => {
    const texts: string[] = [];
    const token = 'a-secret-token';
    await checkReference({
      reference: { token, hooks: [pagination((given) => ({ ...given, total_pages: token }))] },
      options: { operations: ['getContracts'], onProgress: ({ result }) => texts.push(result?.text ?? '') },
    });

    expect(texts.join('\n')).toContain('total_pages');
    expect(texts.join('\n')).not.toContain(token);
  });
});
