import { describe, expect, it } from 'vitest';
import { UsageError } from '../../engine/target/usage-error.js';
import { touched } from '../../proof/selection.js';
import { changedSince, rulesIn, touchedBy } from '../../proof/since.js';

describe('what a change affects', () => {
  it.each([
    [
      ['docs/proof.md', 'tests/proof/since.test.ts', 'README.md', 'cli/main.ts', 'package.json'],
      { families: [], rules: [] },
    ],
    [['reference/mutants/paging.ts'], { families: ['mutants/paging'], rules: [] }],
    [['reference/variants/links.ts', 'docs/a.svg'], { families: ['variants/links'], rules: [] }],
    [['engine/run/run.ts'], 'everything'],
    [['docs/proof.md', 'schemas/interface/user.schema.json'], 'everything'],
    [['reference/mutants/index.ts'], 'everything'],
    [['suites/users.ts'], 'everything'],
    [['suites/laws/stride.ts'], 'everything'],
    [['suites/laws/paging.ts'], 'everything'],
    [['suites/laws/no-such-law.ts'], 'everything'],
  ])('by %j is %j', async (files, change) => {
    expect(await touchedBy(files, rulesIn)).toEqual(change);
  });

  it('by a law are the rules that it names', async () => {
    expect(await touchedBy(['suites/laws/records.ts'], rulesIn)).toEqual({
      families: [],
      rules: expect.arrayContaining(['records.types', 'records.zones', 'records.id-present']),
    });
  });

  it('are the mutants that name a changed rule, and all variants', () => {
    const { subjects, whole } = touched({ families: [], rules: ['records.index-keys'] });
    const ids = subjects.filter(({ kind }) => kind === 'mutant').map(({ id }) => id);

    expect(whole).toBe(false);
    expect(ids).toEqual(expect.arrayContaining(['index-keys-begin-at-1', 'index-keys-are-words']));
    expect(ids.length).toBeLessThan(10);
    expect(subjects.filter(({ kind }) => kind === 'variant').length).toBeGreaterThan(100);
  });

  it('are read from git, without passing options through', () => {
    expect(changedSince('HEAD', process.cwd())).toBeInstanceOf(Array);
    expect(() => changedSince('no-such-commit-here', process.cwd())).toThrow(UsageError);
    expect(() => changedSince('--output=x', process.cwd())).toThrow(UsageError);
  });
});
