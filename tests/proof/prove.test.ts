import { describe, expect, it } from 'vitest';
import { scoreOf } from '../../proof/score.js';
import { selected } from '../../proof/selection.js';
import { subjectOf, theReference } from '../../proof/subject.js';
import type { Trial, Tripped } from '../../proof/trial.js';

const tripped = (operation: string, rule: string, level: Tripped['level'] = 'must'): Tripped => ({
  operation,
  rule,
  level,
  message: 'no',
});

function trial(kind: Trial['job']['kind'], id: string, failed: Tripped[], rest: Partial<Trial> = {}): Trial {
  return {
    job: { kind, id, seed: 1 },
    verdict: 'conforms',
    reason: '',
    requests: 1,
    failed,
    errors: [],
    inconclusiveWrites: [],
    unrestored: null,
    ...rest,
  };
}

const score = (kind: 'mutant' | 'variant', id: string, failed: Tripped[], rest: Partial<Trial> = {}) =>
  scoreOf({
    subjects: [subjectOf(kind, id)],
    trials: [trial(kind, id, failed, rest)],
    seeds: [1],
    whole: false,
    durationMs: 0,
  });

describe('a mutant', () => {
  it('is caught by a named rule at a named operation', () => {
    const { mutants, proven } = score('mutant', 'total-pages-is-rounded-down', [
      tripped('getUsers', 'paging.total-pages'),
      tripped('getUsers', 'filter.totals'),
      tripped('getUsers', 'paging.echo'),
    ]);
    expect(mutants).toMatchObject([
      {
        caught: true,
        caughtBy: ['paging.total-pages'],
        others: ['filter.totals', 'paging.echo'],
        unrelated: ['paging.echo'],
      },
    ]);
    expect(proven).toBe(true);
  });

  it.each([
    ['another rule', [tripped('getUsers', 'paging.echo')]],
    ['the same rule at another operation', [tripped('getContracts', 'paging.total-pages')]],
    ['nothing', []],
  ])('survives if it is found by %s', (_what, failed) => {
    const { mutants, proven, figures } = score('mutant', 'total-pages-is-rounded-down', failed);
    expect(mutants).toMatchObject([{ caught: false, survivedSeeds: [1] }]);
    expect(proven).toBe(false);
    expect(figures).toMatchObject({ mustMutants: 1, mustCaught: 0 });
  });
});

describe('a variant', () => {
  it('may cause a warning that it explains', () => {
    const { proven } = score('variant', 'a-404-has-an-empty-body', [tripped('getUser', 'errors.body-other', 'should')]);
    expect(proven).toBe(true);
  });

  it.each([
    ['by a rule of level must', [tripped('getUser', 'errors.unknown-id')], {}],
    ['by a warning that it does not explain', [tripped('getUser', 'paging.order', 'should')], {}],
    ['by the verdict', [], { verdict: 'inconclusive' }],
  ] as [string, Tripped[], Partial<Trial>][])('fails %s', (_how, failed, rest) => {
    const { falseAccusations, proven } = score('variant', 'a-404-has-an-empty-body', failed, rest);
    expect(falseAccusations).toHaveLength(1);
    expect(proven).toBe(false);
  });
});

describe('the reference', () => {
  const control = (failed: Tripped[]) => {
    const job = { kind: 'reference', id: 'reference', seed: 1, operations: ['getUsers'] } as const;
    const trials = [trial('reference', 'reference', failed, { job, verdict: 'inconclusive' })];
    return scoreOf({ subjects: [theReference], trials, seeds: [1], whole: false, durationMs: 0 });
  };

  it('fails if a rule finds something, even if only some of its checks run', () => {
    expect(control([tripped('getUsers', 'paging.total-pages')]).proven).toBe(false);
  });

  it('does not fail because of the verdict of a partial run', () => {
    expect(control([]).proven).toBe(true);
  });
});

describe('a proof', () => {
  it('is not proven after an internal error', () => {
    const given = {
      subjects: [theReference],
      trials: [trial('reference', 'reference', [], { errors: ['x: broken'] })],
    };
    expect(scoreOf({ ...given, seeds: [1], whole: false, durationMs: 0 }).proven).toBe(false);
  });

  it('accepts globs of ids and of families, and refuses those without a match', () => {
    const ids = selected({ mutants: ['get-user-asks*'], families: ['links'] }).subjects.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['reference', 'get-user-asks-for-no-credential', 'links-are-absolute']));
    expect(ids).not.toContain('fields-are-null');
    expect(() => selected({ mutants: ['nothing-like-it'] })).toThrow('no mutant matches "nothing-like-it"');
    expect(() => selected({ variants: ['fields-are-null+no-such-variant'] })).toThrow(
      'unknown variant "no-such-variant"',
    );
  });
});
