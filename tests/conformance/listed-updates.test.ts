import { expect, it } from 'vitest';
import type { Hook } from '../../reference/behaviour.js';
import { on } from '../../reference/hooks.js';
import type { Row } from '../../reference/model.js';
import { checkWrites } from './check-writes.js';

const flagsOf = ({ isEnabled, isInReview, isQualified }: Row) => [isEnabled, isInReview, isQualified].join();

type Change = (others: readonly Row[], updated: Row, page: unknown) => readonly Row[];

/** Another list of users while the flags of one of them are not as they were at first. */
const afterUpdate = (change: Change): Hook => {
  const first = new Map<unknown, string>();
  return on('getUsers', (steps) => ({
    collect: (context) => {
      const all = steps.collect(context);
      if (first.size === 0) for (const one of all) first.set(one.id, flagsOf(one));
      const updated = all.find((one) => flagsOf(one) !== first.get(one.id));
      const others = all.filter((one) => one !== updated);
      return updated === undefined ? all : change(others, updated, context.query.page_number);
    },
  }));
};

async function outcomeWith(change: Change) {
  const reference = { hooks: [afterUpdate(change)], sizes: { users: 160 } };
  const options = { operations: ['updateUser'], rules: ['updates.listed'], consistencyWindowMs: 200 };
  const { checks } = await checkWrites({ reference, options });
  return checks.find(({ id }) => id === 'updateUser/updates.listed')?.outcome;
}

it('fails an update after which the list never shows the record', async () => {
  expect(await outcomeWith((others) => others)).toBe('fail');
});

it('fails no update after which the list has another order for each request', async () => {
  const outcome = await outcomeWith((others, updated, page) =>
    page === '2' ? [updated, ...others] : [...others, updated],
  );
  expect(outcome).toBe('inconclusive');
});
