import { describe, expect, it } from 'vitest';
import { randomCombinations } from '../../proof/combinations.js';
import { randomJobs } from '../../proof/random-jobs.js';
import { selected } from '../../proof/selection.js';
import { touchesOf } from '../../reference/variants/touches.js';

describe('random combinations of variants', () => {
  const drawn = randomCombinations(300, 7);

  it('are as many as requested, all different, the same ones each time', () => {
    expect(new Set(drawn).size).toBe(300);
    expect(randomCombinations(300, 7)).toEqual(drawn);
    expect(randomCombinations(300, 8).filter((id) => drawn.includes(id)).length).toBeLessThan(10);
  });

  it('have two or more variants that touch nothing in common', () => {
    for (const id of drawn) {
      const touched = id.split('+').flatMap((part) => touchesOf(part) ?? ['nothing that may be combined']);
      expect(id.split('+').length).toBeGreaterThan(1);
      expect(new Set(touched).size, id).toBe(touched.length);
    }
  });

  it('are small and large', () => {
    const sizes = drawn.map((id) => id.split('+').length);
    expect(Math.min(...sizes)).toBeLessThan(5);
    expect(Math.max(...sizes)).toBeGreaterThan(9);
  });

  it('run instead of everything else, beside the reference', () => {
    const { subjects, whole } = selected({ randomCombinations: 5, seed: 7 });
    expect(subjects.map(({ id }) => id)).toEqual(['reference', ...randomCombinations(5, 7)]);
    expect(whole).toBe(false);
  });

  it('run the checks of a few operations each, which take turns, and every fifth one those of a write', () => {
    const { subjects } = selected({ randomCombinations: 59 });
    const jobs = randomJobs(subjects, 1).map(({ job }) => job);
    const operations = (data: string) =>
      new Set(jobs.flatMap((job) => (job.data === data ? (job.operations ?? []) : [])));

    expect(jobs.filter(({ data }) => data === 'few')).toHaveLength(60);
    expect(jobs.filter(({ data }) => data === 'writes')).toHaveLength(12);
    expect(operations('few').size).toBeGreaterThan(20);
    expect(operations('writes').size).toBe(5);
    expect(randomJobs(subjects, 2)).not.toEqual(randomJobs(subjects, 1));
  });
});
