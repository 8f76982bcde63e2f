import type { ProofReport } from '../../schemas/generated/touchstone.js';

/** A proof with one caught mutant and one accepted variant. */
export function sampleProof(proof: Partial<ProofReport> = {}): ProofReport {
  return {
    format: 'touchstone.proof-report/1',
    touchstone: '0.1.0',
    proven: true,
    whole: true,
    seeds: [1],
    durationMs: 1234,
    runs: 3,
    requests: 5000,
    figures: {
      mustMutants: 1,
      mustCaught: 1,
      shouldMutants: 0,
      shouldCaught: 0,
      variants: 1,
      mustAccusations: 0,
      shouldAccusations: 0,
      otherRules: 1,
      unrelatedRules: 0,
    },
    falseAccusations: [],
    faults: [],
    deadRules: [],
    unbrokenClauses: [],
    mutants: [
      {
        id: 'total-pages-are-one-too-many',
        title: 'total_pages is one too many | *always*',
        family: 'paging',
        operations: ['getUsers'],
        breaks: ['paging.total-pages'],
        rules: ['paging.total-pages'],
        level: 'must',
        rarity: 'always',
        caught: true,
        survivedSeeds: [],
        caughtBy: ['paging.total-pages'],
        others: ['filter.totals'],
        unrelated: [],
      },
    ],
    variants: [
      {
        id: 'a-404-has-an-empty-body',
        title: 'a 404 has an empty body',
        family: 'refusals',
        chooses: ['errors.body-other'],
        liberty: null,
        warnings: ['errors.body-other'],
        because: 'The document shows one error body.',
        verdict: 'conforms',
      },
    ],
    ...proof,
  };
}
