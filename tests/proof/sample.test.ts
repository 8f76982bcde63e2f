import { describe, expect, it } from 'vitest';
import { type ProofSelection, selected } from '../../proof/selection.js';
import { mutants } from '../../reference/mutants/index.js';
import { variants } from '../../reference/variants/index.js';

const mutantsOf = (sample?: number) =>
  selected(sample === undefined ? {} : { sample }).subjects.filter(({ kind }) => kind === 'mutant');
const familiesOf = (ids: readonly string[]) =>
  new Set(mutants.filter(({ id }) => ids.includes(id)).map(({ family }) => family));

describe('a sample of the mutants', () => {
  it('has about as many as were asked for, each once, the same ones each time', () => {
    const ids = mutantsOf(300).map(({ id }) => id);

    expect(Math.abs(ids.length - 300)).toBeLessThan(30);
    expect(new Set(ids).size).toBe(ids.length);
    expect(mutantsOf(300).map(({ id }) => id)).toEqual(ids);
  });

  it('has some of each family, however few are asked for', () => {
    const all = mutants.map(({ id }) => id);

    expect(familiesOf(mutantsOf(1).map(({ id }) => id))).toEqual(familiesOf(all));
  });

  it('is all of them, and the whole proof, where that many are asked for', () => {
    expect(mutantsOf(100_000)).toHaveLength(mutants.length);
    expect(selected({ sample: 100_000 }).whole).toBe(true);
    expect(selected({ sample: 300 }).whole).toBe(false);
  });

  it('leaves no variant out, alone or in a combination, but the one that takes longest', () => {
    const { subjects } = selected({ sample: 300 });
    const ids = new Set(subjects.flatMap((subject) => subject.variants.map(({ id }) => id)));

    const quick = variants.map(({ id }) => id).filter((id) => id !== 'more-users-than-a-run-reads');
    expect([...ids].toSorted()).toEqual(quick.toSorted());
  });

  it('has a few combinations of variants, other ones for each seed', () => {
    const combined = (selection: ProofSelection) =>
      selected(selection).subjects.flatMap(({ id, variants: parts }) => (parts.length > 1 ? [id] : []));
    const [first = [], second = []] = [1, 2].map((seed) => combined({ sample: 300, seed }));

    expect(first.length).toBeGreaterThan(5);
    expect(second.filter((id) => first.includes(id))).toEqual([]);
    expect(combined({}).length).toBeGreaterThan(5 * first.length);
  });

  it('of some families has their variants alone', () => {
    const { subjects } = selected({ sample: 5, families: ['refusals'] });

    expect(subjects.some((subject) => subject.variants.length > 1)).toBe(false);
    expect(subjects.some((subject) => subject.variants.length === 1)).toBe(true);
  });
});
