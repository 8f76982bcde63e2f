import { describe, it } from 'vitest';
import { expectOneRootCause, ignoring } from './root-cause-targets.js';

describe('a target that', () => {
  it.each([
    ['the query string', 'query-ignored', ignoring(/^(?!fromDate|toDate)/)],
    ['filters', 'filter-ignored', ignoring(/^filter$/)],
    ['sorts', 'sort-ignored', ignoring(/^sort$/)],
  ])('ignores %s has one root cause, which explains every failure in at most 40 lines', (_what, id, hook) =>
    expectOneRootCause(id, hook),
  );
});
