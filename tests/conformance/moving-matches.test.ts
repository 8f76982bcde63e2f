import { expect, it } from 'vitest';
import { generateTenant, type Hook } from '../../reference/index.js';
import { outcomeOf } from './check-reference.js';

/** More users than a run reads of a list. */
const tenant = generateTenant({ seed: 5, sizes: { applications: 3, users: 5600, subscriptions: 2 } });
const unread = new Set([...tenant.users.records].slice(5000).map(({ id }) => id));

/** At the time of every other request with a filter, the users that are not read have other values. */
const changing: Hook = (steps) => {
  let requests = 0;
  return {
    perform: (context) => {
      if (context.query.filter !== undefined) requests += 1;
      return steps.perform(context);
    },
    matches: (filter, record, context) =>
      steps.matches(filter, record, context) !== (requests % 2 > 0 && unread.has(String(record.id))),
  };
};

it.each(['filter.totals', 'filter.paging', 'filter.quotes', 'filter.sorted'])(
  'matches that come and go outside of what is read of a list are no failure of %s',
  async (rule) => {
    expect(await outcomeOf(`getUsers/${rule}`, [changing], { tenant })).toBe('inconclusive');
  },
);
