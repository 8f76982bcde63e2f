import { expect, it } from 'vitest';
import { body, on } from '../../reference/hooks.js';
import type { Row } from '../../reference/model.js';
import { outcomeOf } from '../conformance/check-reference.js';

/** Leaves out when an application was last active, for users with so many applications. */
const without = (isMeant: (count: number) => boolean) =>
  on(
    'getUserApplications',
    body((given) => {
      const { total_items: count } = given.pagination as Row;
      if (!isMeant(Number(count))) return given;
      const items = (given.items as readonly Row[]).map(({ lastActive: _omitted, ...rest }) => rest);
      return { ...given, items };
    }),
  );

it.each([
  ['no record of any parent has', () => true, 'fail'],
  ['only the records of the parent with most children lack', (count: number) => count > 6, 'pass'],
] as const)('where %s a field, records.shown decides by all of them', async (_what, isMeant, outcome) => {
  expect(await outcomeOf('getUserApplications/records.shown', [without(isMeant)])).toBe(outcome);
});
