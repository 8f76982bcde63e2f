import { describe, expect, it } from 'vitest';
import { Host } from '../../proof/host.js';
import { tryOut } from '../../proof/trial.js';
import { variants } from '../../reference/variants/index.js';

/** The share of the variants that run, as its reciprocal: all of them would take minutes. */
const ONE_IN = 24;
const drawn = variants.filter((_one, index) => index % ONE_IN === 0);

describe('a run with few requests', () => {
  it.each(drawn)('does not accuse the variant $id', async ({ id, warnings }) => {
    const host = await Host.start();
    try {
      const { failed, errors } = await tryOut({ kind: 'variant', id, seed: 1, budget: 'quick', data: 'few' }, host);
      const accused = failed.filter(({ level, rule }) => !(level !== 'must' && warnings.rules.includes(rule)));

      expect(accused).toEqual([]);
      expect(errors).toEqual([]);
    } finally {
      await host.close();
    }
  });
});
