import { describe, expect, it } from 'vitest';
// @ts-expect-error a script without types
import { OTHER_SAMPLE, PEER_SAMPLE } from '../../bench/peers/fixed-samples.mjs';
import { mutants } from '../../reference/mutants/index.js';

describe('the samples by which runs with few requests are measured', () => {
  it('are mutants that reads can show', () => {
    const ids = new Set(mutants.filter(({ data }) => data !== 'writes').map(({ id }) => id));

    expect([...PEER_SAMPLE, ...OTHER_SAMPLE].filter((id) => !ids.has(id))).toEqual([]);
  });

  it('have 30 mutants each, and none in common', () => {
    expect(PEER_SAMPLE).toHaveLength(30);
    expect(OTHER_SAMPLE).toHaveLength(30);
    expect(new Set([...PEER_SAMPLE, ...OTHER_SAMPLE]).size).toBe(60);
  });
});
