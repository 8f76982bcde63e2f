import { describe, expect, it } from 'vitest';
import { on, where } from '../../reference/hooks.js';
import { type Hook, Refusal } from '../../reference/index.js';
import { variants } from '../../reference/variants/index.js';
import { checkReference, failures } from './check-reference.js';

describe('a target that other clients change during the run', () => {
  it('does not fail if a record disappears for a moment on every read', async () => {
    const looks = new Map<string, number>();
    const awayTwice: Hook = (steps) => ({
      perform: (context) => {
        const question = `${context.query.filter}`;
        looks.set(question, (looks.get(question) ?? 0) + 1);
        if ((looks.get(question) ?? 0) <= 2) throw new Refusal(404, 'it is away');
        return steps.perform(context);
      },
    });
    const composed = where(({ query }) => query.sort !== undefined && query.filter !== undefined, awayTwice);

    const report = await checkReference({
      reference: { hooks: [on('getUsers', composed)] },
      options: { operations: ['getUsers'], rules: ['filter.sorted'] },
    });

    expect(report.checks.filter(({ outcome }) => outcome !== 'excluded')).toMatchObject([
      {
        outcome: 'inconclusive',
        reason: expect.stringContaining('not reproduced: the record was missing only for a moment'),
      },
    ]);
  });

  it('does not fail for refusing a page that no longer exists', async () => {
    const [beyond] = variants.filter(({ id }) => id === 'the-page-after-the-last-is-a-400');
    const shrinks: Hook = (steps) => {
      let short = false;
      return {
        collect: (context) => {
          const { page_number: page, page_size: size } = context.query;
          short ||= Number(page) > 2 && Number(size) > 1 && Number(size) < 100;
          return steps.collect(context).slice(0, short ? 40 : 200);
        },
      };
    };

    const report = await checkReference({
      reference: { hooks: [on('getUsers', shrinks), ...(beyond?.hooks ?? [])] },
      options: { operations: ['getUsers'] },
    });

    expect(failures(report)).toEqual([]);
    expect(report.checks.find(({ id }) => id === 'getUsers/answers.success-status')).toMatchObject({
      outcome: 'inconclusive',
      reason: expect.stringContaining('not reproduced: the list became shorter'),
    });
  });

  it('does not fail if the parent of all children disappears for a moment on every read', async () => {
    let [begun, last] = [0, 0];
    const away: Hook = (steps) => ({
      collect: (context) => {
        const now = performance.now();
        if (now - last > 130) begun = now;
        last = now;
        return now - begun < 50 ? [] : steps.collect(context);
      },
    });

    const report = await checkReference({
      reference: { hooks: [on('getUserApplications', away)] },
      options: { operations: ['getApplicationUsers'], rules: ['relations.children'] },
    });

    expect(report.checks.filter(({ outcome }) => outcome !== 'excluded')).toMatchObject([
      { id: 'getApplicationUsers/relations.children', outcome: 'pass' },
    ]);
  });
});
