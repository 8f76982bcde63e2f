import { describe, expect, it } from 'vitest';
import { renderProof } from '../../reporters/proof/console.js';
import { renderProofMarkdown } from '../../reporters/proof/markdown.js';
import { assertReport } from '../package/report-schema.js';
import { sampleProof } from './sample-proof.js';

const accusation = {
  variant: 'fields-are-null',
  seed: 3,
  check: 'getUsers/records.types',
  level: 'must',
  message: 'a name is null\u001b[2J',
} as const;

describe('the summary of a proof', () => {
  it('lists false accusations first, then survivors, then rules and clauses without a mutant', () => {
    const [mutant] = sampleProof().mutants;
    const proof = sampleProof({
      falseAccusations: [accusation],
      mutants: [{ ...(mutant as NonNullable<typeof mutant>), caught: false, caughtBy: [], survivedSeeds: [2] }],
      deadRules: ['paging.echo'],
      unbrokenClauses: ['paging.defaults'],
    });
    const titles = renderProof(proof)
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line));

    expect(titles).toEqual([
      'False accusations',
      'Survivors',
      'Rules that no mutant needs',
      'Clauses that no mutant breaks',
      'Mutants',
      'Figures',
    ]);
    expect(renderProof(proof)).toContain('SURVIVED');
  });

  it('escapes control characters from a target', () => {
    expect(renderProof(sampleProof({ falseAccusations: [accusation] }))).not.toContain('\u001b');
  });

  it('prints 100 % only if all mutants are caught', () => {
    const { figures } = sampleProof();
    const text = renderProof(sampleProof({ figures: { ...figures, mustMutants: 4000, mustCaught: 3999 } }));
    expect(text).toContain('99.9 % (3,999 of 4,000)');
  });
});

describe('the page of a proof', () => {
  it('escapes the titles in its tables', () => {
    const row = renderProofMarkdown(sampleProof())
      .split('\n')
      .find((line) => line.includes('total-pages-are-one-too-many'));
    expect(row).toContain('total\\_pages is one too many \\| \\*always\\*');
    expect(row?.match(/(?<!\\)\|/g)).toHaveLength(6);
  });

  it('explains each warning', () => {
    expect(renderProofMarkdown(sampleProof())).toContain('`errors.body-other`: The document shows one error body.');
  });
});

it('the JSON of a proof matches its published schema', () => {
  assertReport(sampleProof({ falseAccusations: [accusation] }), 'proof-report');
});
