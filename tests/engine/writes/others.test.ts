import { describe, expect, it, onTestFinished } from 'vitest';
import type { Changed } from '../../../engine/writes/others.js';
import { on } from '../../../reference/hooks.js';
import type { Hook, Reference, Row } from '../../../reference/index.js';
import { digestOf, ruleOf, runRules, served } from './run-rules.js';

const SENT = { isOnline: true, isInReview: true, isQualified: true };
const NONE = { isOnline: false, isInReview: false, isQualified: false };

/** A reference whose last user has no flag set, and what each reading of the list of users shows; the first one is number 1. */
async function start(show: (users: readonly Row[], reading: number, last: string) => readonly Row[]) {
  const state = { reading: 0, last: '' };
  const hook: Hook = on('getUsers', (steps) => ({
    collect: (context) => {
      state.reading += 1;
      return show(steps.collect(context), state.reading, state.last);
    },
  }));
  const { reference, target } = await served({ hooks: [hook] });
  onTestFinished(() => reference.close());
  const last = reference.tenant.users.records.at(-1);
  if (last === undefined) throw new Error('the tenant has no users');
  change(reference, last.id, NONE);
  state.last = last.id;
  return { reference, target, state, last: last.id, before: digestOf(reference) };
}

function change({ tenant: { users } }: Reference, id: string, fields: Row): void {
  const one = users.get(id);
  if (one !== undefined) users.replace({ ...one, ...fields });
}

describe('records that no check uses', () => {
  it('stay changed in the eyes of a check where later lists do not show them', async () => {
    let shownUntil = Number.POSITIVE_INFINITY;
    const { reference, target, last, state, before } = await start((users, reading, id) =>
      reading > shownUntil ? users.filter((one) => one.id !== id) : users,
    );
    let found: readonly Changed[] = [];
    const rule = ruleOf('rule', async (context) => {
      const others = await context.others();
      change(reference, last, SENT);
      shownUntil = state.reading + 1;
      found = await others.changed(SENT);
    });

    const { restoration } = await runRules(target, { updateUser: [rule] });

    expect(found.map(({ id }) => id)).toEqual([last]);
    expect(restoration?.left).toEqual([]);
    expect(digestOf(reference)).toBe(before);
  });

  it('keep a flag that another client sets, although the run sent it for its own record among others', async () => {
    const { reference, target, last } = await start((users) => users);
    let found: readonly Changed[] = [];
    const rule = ruleOf('rule', async (context) => {
      const others = await context.others();
      change(reference, last, { isOnline: true });
      found = await others.changed(SENT);
    });

    const { restoration } = await runRules(target, { updateUser: [rule] });

    expect(found.map(({ id, fields }) => [id, fields])).toEqual([[last, ['isOnline']]]);
    expect(restoration?.left).toEqual([]);
    expect(reference.tenant.users.get(last)?.isOnline).toBe(true);
  });
});
