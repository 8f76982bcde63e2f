import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plan } from '../../../engine/run/plan.js';
import { balanced } from '../../../engine/run/shards/balanced.js';
import { planDigest } from '../../../engine/run/shards/plan-digest.js';
import { parseShard } from '../../../engine/run/shards/shard.js';
import { optionsInShard, sharded } from '../../../engine/run/shards/sharded.js';
import type { CheckOptions } from '../../../engine/target/options.js';
import { suites } from '../../../suites/index.js';

const EVERYTHING = { allowWrites: true, allowDestroy: true, allowScopeAll: true };

/** The checks that a shard runs. */
function checksOf(options: CheckOptions): string[] {
  const checks = sharded(plan(suites, options), options);
  return checks.filter(({ excluded }) => excluded === null).map(({ id }) => id);
}

describe('--shard', () => {
  it('is an index from 1 to a total, or writes', () => {
    expect(parseShard('2/8')).toEqual({ index: 2, total: 8 });
    expect(parseShard('8/8')).toEqual({ index: 8, total: 8 });
    expect(parseShard('writes')).toBe('writes');
  });

  it.each(['', '0/8', '9/8', '2', '2/0', '-1/8', '1.5/8', '1/100000', 'write', ' 1/2'])('refuses "%s"', (text) => {
    expect(() => parseShard(text)).toThrow(/is not a shard/);
  });

  it.each([{}, EVERYTHING, { budget: 'quick' as const }, { areas: ['users' as const], allowWrites: true }])(
    'runs each check of %j in exactly one shard',
    (options: CheckOptions) => {
      const writes = options.allowWrites === true ? ['writes'] : [];
      const shards = ['1/4', '2/4', '3/4', '4/4', ...writes].map((shard) => checksOf({ ...options, shard }));

      expect(shards.flat().toSorted()).toEqual(checksOf(options).toSorted());
      expect(shards.every(({ length }) => length > 0)).toBe(true);
    },
  );

  it('runs an operation as a whole, and everything that writes or reads what only a write creates in one shard', () => {
    const reads = ['1/3', '2/3', '3/3'].map((shard) => checksOf({ ...EVERYTHING, shard }));
    const operations = reads.map((ids) => [...new Set(ids.map((id) => id.split('/')[0]))]);
    const writing = new Set(checksOf({ ...EVERYTHING, shard: 'writes' }).map((id) => id.split('/')[0]));

    expect(new Set(operations.flat()).size).toBe(operations.flat().length);
    expect(operations.flat().filter((id) => writing.has(id))).toEqual([]);
    expect([...writing]).toContain('updateUser');
  });

  it('refuses a shard that would have nothing to do', () => {
    const tooMany = {
      message: expect.stringMatching(/than the 1 operation that/),
      hint: expect.stringMatching(/1 shard,/),
    };
    expect(() => checksOf({ operations: ['getUsers'], shard: '1/2' })).toThrow(expect.objectContaining(tooMany));
    expect(() => checksOf({ shard: 'writes' })).toThrow(/no check for --shard writes/);
  });

  it('takes permission to write and most of the rate from a shard of reads', () => {
    const options = { ...EVERYTHING, rps: 40, shard: '1/8' };

    expect(optionsInShard(options)).toEqual({ rps: 5, shard: '1/8' });
    expect(optionsInShard({ ...options, shard: 'writes' })).toEqual({ ...options, shard: 'writes' });
  });

  it('divides by the durations of an earlier run', () => {
    const weights = Object.fromEntries(suites.map(({ operation }) => [operation.id, 1]));
    const balance = { weights: { ...weights, getUsers: 1000 } };

    const own = new Set(checksOf({ shard: '1/2', balance }).map((id) => id.split('/')[0]));

    expect([...own]).toEqual(['getUsers']);
  });
});

describe('the digest of a plan', () => {
  it('is the same for all shards, and another for another selection or requirement', () => {
    const of = (options: CheckOptions) => planDigest(plan(suites, options), options);

    expect(of({ shard: '1/2' })).toBe(of({ shard: '2/2', rps: 3 }));
    const others = [
      { areas: ['users' as const] },
      { requireDecided: 90 },
      { strict: true },
      { budget: 'quick' as const },
    ];
    expect(new Set([{}, ...others].map(of)).size).toBe(5);
  });
});

describe('longest processing time first', () => {
  it('leaves no shard with more than its share and one part', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(weights, fc.integer({ min: 1, max: 12 }), (all, total) => {
        const shards = balanced(
          all.map((weight, index) => ({ id: String(index), weight })),
          total,
        );
        const loads = Array.from({ length: total }, (_unused, at) =>
          all.reduce((sum, weight, index) => sum + (shards.get(String(index)) === at + 1 ? weight : 0), 0),
        );
        const mean = all.reduce((sum, weight) => sum + weight, 0) / total;

        expect(shards.size).toBe(all.length);
        expect(Math.max(...loads)).toBeLessThanOrEqual(mean + Math.max(...all));
        if (all.length >= total) expect(new Set(shards.values()).size).toBe(total);
      }),
    );
  });
});
