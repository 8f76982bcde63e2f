import { describe, expect, it } from 'vitest';
import { body, on } from '../../reference/hooks.js';
import type { ReferenceOptions } from '../../reference/index.js';
import { checkReference } from './check-reference.js';

const options = { operations: ['getContracts', 'getContract'], budget: 'quick' as const, dataDigests: true };

/** The digests of a run by operation. */
async function digests(seed: number, reference: ReferenceOptions = {}) {
  const { operations } = await checkReference({ reference, options: { ...options, seed } });
  return Object.fromEntries(operations.flatMap(({ id, data }) => (data === undefined ? [] : [[id, data]])));
}

describe('the digests of the data of a run', () => {
  it('are the same for the same data, at another address and with another seed', async () => {
    const [first, second] = [await digests(1), await digests(2)];

    expect(Object.keys(first)).toEqual(expect.arrayContaining(['getContracts', 'getContract']));
    expect(second.getContracts).toBe(first.getContracts);
  });

  it('differ if one record differs', async () => {
    const renamed = on(
      'getContracts',
      body((given) => ({
        ...given,
        items: (given.items as object[]).map((item, at) => ({ ...item, ...(at === 0 && { name: 'Another' }) })),
      })),
    );

    expect((await digests(1, { hooks: [renamed] })).getContracts).not.toBe((await digests(1)).getContracts);
  });

  it('are not recorded without being asked for', async () => {
    const { operations } = await checkReference({ options: { operations: ['getContract'], budget: 'quick' } });

    expect(operations.flatMap(({ data }) => data ?? [])).toEqual([]);
  });
});
