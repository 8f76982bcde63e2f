import { fixturesOf } from '../fixtures.js';
import { pagination, sent } from '../hooks.js';
import { isFiltered } from '../query-hooks.js';
import { family } from './mutant.js';

/** Defects like generated faults that no rule caught at first. */
export const foundByFaults = family('found-by-faults', [
  {
    title: 'every user has the subscriptions of one user',
    operation: 'getUserSubscriptions',
    rule: 'relations.children',
    hook: (steps) => ({
      collect: (context) => steps.collect({ ...context, params: { userId: fixturesOf(context.tenant).userId } }),
    }),
  },
  {
    title: 'a sort by one flag is ignored',
    operation: 'getUsers',
    rule: 'sort.unknown-field',
    hook: (steps) => ({
      order: (all, keys, context) => (keys[0]?.field === 'isOnline' ? all : steps.order(all, keys, context)),
    }),
  },
  {
    title: 'an empty child list is a 204',
    operation: 'getUserApplications',
    rule: 'relations.empty-parent',
    rarity: 'rare',
    hook: sent((reply) =>
      reply.status === 200 && (reply.text ?? '').includes('"items":[]') ? { ...reply, status: 204, text: null } : reply,
    ),
  },
  {
    title: 'a 401 is sent as text',
    operation: 'getContractType',
    rule: 'authorization.body',
    hook: sent((reply) =>
      reply.status === 401 ? { ...reply, headers: { ...reply.headers, 'content-type': 'text/plain' } } : reply,
    ),
  },
  {
    title: 'the total_pages of a short filtered list are those of the whole list',
    operation: 'getUserSubscriptions',
    rule: 'filter.totals',
    hook: (steps) =>
      pagination((own, context) =>
        isFiltered(context) && Number(own.total_pages) > 0
          ? { ...own, total_pages: Math.ceil(steps.collect(context).length / Number(own.page_size)) }
          : own,
      )(steps),
  },
]);
