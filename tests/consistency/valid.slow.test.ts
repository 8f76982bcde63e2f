import fc from 'fast-check';
import { describe, it } from 'vitest';
import { neverInvalid } from './never-invalid.js';

describe('10,000 histories of a store that carries out each call at one moment', () => {
  it('are explained by the strongest models and the weakest, and show no fault at rest', async () => {
    await fc.assert(neverInvalid(['linearizable', 'sequential', 'causal', 'eventual']), { numRuns: 10_000 });
  });
});
