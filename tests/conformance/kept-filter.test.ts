import { expect, it } from 'vitest';
import type { Hook } from '../../reference/index.js';
import { checkReference } from './check-reference.js';

/** The list is empty in the first read without a filter after a filter that matches nothing. */
const keepingFilter: Hook = (steps) => {
  let isKept = false;
  return {
    order: (all, keys, context) => {
      const isPlain = context.query.filter === undefined;
      const result = isKept && isPlain ? [] : steps.order(all, keys, context);
      isKept = !isPlain && (isKept || all.length === 0);
      return result;
    },
  };
};

/** The first request with a filter after a malformed one, or the first without a filter, is rejected with the same error. */
const keepingError =
  (isNext: 'filtered' | 'plain'): Hook =>
  (steps) => {
    let kept: unknown = null;
    return {
      readFilter: (context) => {
        const error = kept;
        if (error !== null && (context.query.filter === undefined) === (isNext === 'plain')) {
          kept = null;
          throw error;
        }
        try {
          return steps.readFilter(context);
        } catch (thrown) {
          kept = thrown;
          throw thrown;
        }
      },
    };
  };

async function repeatable(...hooks: readonly Hook[]) {
  const { checks } = await checkReference({
    reference: { sizes: { applications: 1, users: 2, subscriptions: 1, agreements: 1, contracts: 9 }, hooks },
    options: { operations: ['getContracts'], rules: ['answers.repeatable'] },
  });
  return checks.find(({ outcome }) => outcome !== 'excluded')?.outcome;
}

it('finds a list that keeps a filter for the next read', async () => {
  expect(await repeatable(keepingFilter)).toBe('fail');
});

it.each(['filtered', 'plain'] as const)('finds a list that keeps an error for the next request: %s', async (isNext) => {
  expect(await repeatable(keepingError(isNext))).toBe('fail');
});

it('accepts a list that filters no other read', async () => {
  expect(await repeatable()).toBe('pass');
});
