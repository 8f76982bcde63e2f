import fc from 'fast-check';
import { describe, it } from 'vitest';
import { MODELS } from '../../consistency/models.js';
import { neverInvalid } from './never-invalid.js';

describe('a history of a store that carries out each call at one moment', () => {
  it('is explained by every model, and shows no fault at rest', async () => {
    await fc.assert(neverInvalid(MODELS), { numRuns: 200 });
  });
});
