import { describe, expect, it } from 'vitest';
import { Host } from '../../proof/host.js';
import { tryOut } from '../../proof/trial.js';
import { variants } from '../../reference/variants/index.js';

/** The share of the variants that run, as its reciprocal: all of them would take minutes. */
const ONE_IN = 12;
/**
 * Accused with few requests, a known defect of the suite: filter.grammar (should) takes an empty text for a value where it stands
 * for a missing one, if the comparison that shows it is packed with many others.
 */
const ACCUSED = ['missing-values-are-shown-as-empty-texts-and-the-first-date'];
const drawn = variants.filter(({ id }, index) => index % ONE_IN === 0 && !ACCUSED.includes(id));

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
