import { describe, expect, it } from 'vitest';
import { type Hook, Refusal, type Row } from '../../reference/index.js';
import { checkReference, failures, idsOf } from './check-reference.js';
import { on, record, where } from './hooks.js';

const isEntity = (kind: string): boolean => kind === 'application' || kind === 'user';

/** One application and one user after the other is away for a few milliseconds, as if others removed and added them. */
function comesAndGoes(everyMs: number): Hook {
  const awayAt = (all: readonly Row[]) =>
    all.length < 4 ? undefined : all[Math.floor(performance.now() / everyMs) % all.length]?.id;
  return (steps) => ({
    collect: (context) => {
      const all = steps.collect(context);
      return context.operation.area === 'applications' || context.operation.area === 'users'
        ? all.filter(({ id }) => id !== awayAt(all))
        : all;
    },
    find: (kind, id, context) => {
      const found = steps.find(kind, id, context);
      const all = kind === 'application' ? context.tenant.applications.records : context.tenant.users.records;
      if (isEntity(kind) && awayAt(all as unknown as Row[]) === id) throw new Refusal(404, 'it is away');
      return found;
    },
  });
}

/** The list is in the order of the last update, and somebody updates a record every few milliseconds. */
function reorders(everyMs: number): Hook {
  return (steps) => ({
    collect: (context) => {
      const all = steps.collect(context);
      const at = Math.floor(performance.now() / everyMs) % Math.max(1, all.length);
      return [...all.slice(at), ...all.slice(0, at)];
    },
  });
}

/** Counts and times move with every read. */
const moves: Hook = record((one) => ({
  ...one,
  ...(typeof one.licenseCount === 'number' && { licenseCount: Math.floor(performance.now()) }),
  ...(typeof one.active === 'number' && { active: Math.floor(performance.now()) }),
}));

describe('a target that other people change while the run goes on', () => {
  it.each([
    ['records come and go every 3 ms', comesAndGoes(3)],
    ['records come and go every 40 ms', comesAndGoes(40)],
    ['the order that no one asked for moves every 2 ms', reorders(2)],
    ['the order that no one asked for moves every 30 ms', reorders(30)],
    ['counts move with every read', moves],
  ])('is not accused: %s', async (_name, hook) => {
    const report = await checkReference({ reference: { hooks: [hook] } });

    expect(failures(report, 'must')).toEqual([]);
    expect(idsOf(report, 'error')).toEqual([]);
  });

  it('is not accused where a record is away whenever it is looked at, and back a moment later', async () => {
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
      { outcome: 'inconclusive', reason: expect.stringContaining('not reproduced: the record came and went') },
    ]);
  });
});
