import { describe, expect, it } from 'vitest';
import type { Hook } from '../../reference/behaviour.js';
import { Refusal } from '../../reference/refusal.js';
import { checkReference } from './check-reference.js';
import { expectOneRootCause, ignoring, SIZES } from './root-cause-targets.js';

/** Without generated expressions, for targets that treat all queries alike. */
const QUICK = { budget: 'quick', maxRequests: 1_000_000 } as const;

const refusing: Hook = (steps) => ({
  perform: (context) => {
    if (context.operation.id.startsWith('getContract')) throw new Refusal(404, 'no such route');
    return steps.perform(context);
  },
});

describe('a target that', () => {
  it('ignores the query string has one root cause, which explains every failure in at most 40 lines', () =>
    expectOneRootCause('query-ignored', ignoring(/^(?!fromDate|toDate)/), { areas: ['users', 'agreements'] }));

  it.each<[string, string, Hook]>([
    ['ignores filters', 'filter-ignored', ignoring(/^filter$/)],
    ['ignores sorts', 'sort-ignored', ignoring(/^sort$/)],
    ['ignores paging', 'paging-ignored', ignoring(/^page_/)],
    ['accepts any credential', 'credential-ignored', () => ({ authorize: () => undefined })],
    ['refuses valid requests', 'valid-requests-refused', refusing],
  ])('%s has one root cause, which explains every failure in at most 40 lines', (_what, id, hook) =>
    expectOneRootCause(id, hook, QUICK),
  );

  it('keeps the document has none', async () => {
    expect((await checkReference({ reference: { sizes: SIZES }, options: QUICK })).causes).toBeUndefined();
  });
});
