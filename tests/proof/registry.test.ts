import { describe, expect, it } from 'vitest';
import { listRules } from '../../conformance/list.js';
import { operations } from '../../contract/operations/index.js';
import { mutants } from '../../reference/mutants/index.js';
import { variants } from '../../reference/variants/index.js';

const { rules, clauses } = listRules();
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const known = new Set(operations.map(({ id }) => id));

describe('the mutants', () => {
  it('have unique ids in kebab-case', () => {
    expect(mutants.filter(({ id }) => !KEBAB.test(id)).map(({ id }) => id)).toEqual([]);
    expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
  });

  it('are at least 250, and rare ones among them', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(250);
    expect(mutants.filter(({ rarity }) => rarity === 'rare').length).toBeGreaterThanOrEqual(25);
  });

  it.each(mutants)('$id names rules that run on its operations', (mutant) => {
    expect(mutant.operations.filter((id) => !known.has(id))).toEqual([]);
    expect(mutant.rules.length).toBeGreaterThan(0);
    for (const rule of mutant.rules) {
      const own = rules.find(({ id }) => id === rule);
      expect(own, `there is no rule ${rule}`).toBeDefined();
      expect(
        own?.operations.some((id) => mutant.seenFrom.includes(id)),
        `${rule} is asked elsewhere`,
      ).toBe(true);
    }
    expect(mutant.also.filter((rule) => !rules.some(({ id }) => id === rule))).toEqual([]);
  });

  it.each(rules.filter(({ level }) => level !== 'gap'))('need the rule $id', ({ id }) => {
    expect(mutants.filter((mutant) => mutant.rules.includes(id)).map((mutant) => mutant.id)).not.toEqual([]);
  });

  it.each(clauses.filter(({ level, untested }) => level !== 'gap' && untested === null))(
    'break the clause $id',
    ({ id }) => {
      expect(mutants.filter(({ breaks }) => (breaks as readonly string[]).includes(id)).length).toBeGreaterThan(0);
    },
  );
});

describe('the variants', () => {
  it('have unique ids in kebab-case', () => {
    expect(variants.filter(({ id }) => !KEBAB.test(id)).map(({ id }) => id)).toEqual([]);
    expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length);
    expect(variants.length).toBeGreaterThanOrEqual(50);
  });

  it.each(variants)('$id cites what permits its choice, and explains each warning', (variant) => {
    expect(variant.chooses.length > 0 || variant.liberty !== null).toBe(true);
    expect(variant.warnings.because !== '').toBe(variant.warnings.rules.length > 0);
    const levels = variant.warnings.rules.map((rule) => rules.find(({ id }) => id === rule)?.level);
    expect(levels.filter((level) => level !== 'should')).toEqual([]);
  });
});
