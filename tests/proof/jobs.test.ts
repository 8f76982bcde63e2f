import { describe, expect, it } from 'vitest';
import { jobsOf } from '../../proof/jobs.js';
import { subjectOf, theReference } from '../../proof/subject.js';

const rounded = subjectOf('mutant', 'total-pages-is-rounded-down');
const quoted = subjectOf('mutant', 'a-quote-is-a-500');
const jobs = async (...args: Parameters<typeof jobsOf>) => (await jobsOf(...args)).map(({ job }) => job);

describe('the runs of a proof', () => {
  it('of one mutant are all read-only checks, and as a control those of its operations on the reference', async () => {
    expect(await jobs([theReference, rounded], [1], undefined)).toEqual([
      { kind: 'reference', id: 'reference', seed: 1, operations: ['getUsers', 'getApplicationsKpis', 'getUserKpis'] },
      { kind: 'mutant', id: 'total-pages-is-rounded-down', seed: 1 },
    ]);
  });

  it('of a mutant of writes are the checks of its operation, also on the reference, with writable records', async () => {
    const [control, mutant] = await jobs([theReference, quoted], [1], undefined);
    expect(mutant).toMatchObject({ id: 'a-quote-is-a-500', operations: quoted.mutants[0]?.operations });
    expect(control).toEqual({ ...mutant, kind: 'reference', id: 'reference', data: 'writes' });
  });

  it('are those of the reads and of the writes if these have the rules', async () => {
    const dataOf = async (rules: string[]) => (await jobs([theReference], [1], rules)).map(({ data }) => data);
    expect(await dataOf(['answers.*'])).toEqual([undefined, 'writes']);
    expect(await dataOf(['bulk.*'])).toEqual(['writes']);
  });

  it('are all checks of the reference if a variant runs too or nothing else runs', async () => {
    const whole = { kind: 'reference', id: 'reference', seed: 1 };
    const [withVariant] = await jobs([theReference, subjectOf('variant', 'fields-are-null'), quoted], [1], undefined);
    expect(withVariant).toEqual(whole);
    expect(await jobs([theReference], [1], undefined)).toEqual([whole, expect.objectContaining({ data: 'writes' })]);
    expect(await jobs([theReference], [1], ['paging.*'])).toEqual([{ ...whole, rules: ['paging.*'] }]);
  });

  it('of a variant are all checks that read, and those that write on records of their own', async () => {
    const planned = await jobs([subjectOf('variant', 'json-is-indented')], [1], undefined);
    expect(planned).toEqual([
      { kind: 'variant', id: 'json-is-indented', seed: 1 },
      expect.objectContaining({ data: 'writes', operations: expect.arrayContaining(['updateUser', 'getUsersTask']) }),
    ]);
  });

  it('of a variant of writes are one run with all checks', async () => {
    expect(await jobs([subjectOf('variant', 'a-task-completes-at-once')], [1], undefined)).toHaveLength(1);
  });

  it('of a sample leave out the writes of most variants, others for each seed', async () => {
    const some = ['json-is-indented', 'json-is-ascii', 'ids-are-in-upper-case', 'fields-are-null'].map((id) =>
      subjectOf('variant', id),
    );
    const written = async (seed: number) =>
      (await jobsOf(some, [seed], undefined, true)).filter(({ job }) => job.data === 'writes').map(({ job }) => job.id);
    const [ofWrites] = await jobs([subjectOf('variant', 'a-task-completes-at-once')], [1], undefined, true);
    expect(ofWrites?.operations).toContain('getUsersTask');
    const all = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(written));
    expect(Math.max(...all.map((ids) => ids.length))).toBe(1);
    expect(all.flat().toSorted()).toEqual(some.map(({ id }) => id).toSorted());
  });
});
