import type { AskRule } from '../../engine/run/rule.js';
import { identity } from '../../engine/session/page.js';
import { SURVEY_SIZE } from '../../engine/session/parent-survey.js';
import { sameJson } from '../../engine/session/validation.js';

/** The number of users whose sources are compared. */
const USERS = 6;
/** Fewer users may have the same sources by accident, and fewer sources may be those of all users of a tenant. */
const ENOUGH = 3;
const MANY = 10;

export const ownSources: AskRule = {
  id: 'relations.own-sources',
  clause: 'relations.own-sources',
  needs: ['records'],
  appliesTo: () => true,
  async ask(context) {
    const users = await context.world.parents(context.operation, USERS);
    if (users.length < ENOUGH) return context.lacksData('the sources of fewer than three users can be read');
    const [first, ...others] = users;
    const count = first?.count ?? 0;
    if (first === undefined || count < MANY || others.some((one) => one.count !== count)) return;
    const read = (params: typeof first.params) => context.walk(SURVEY_SIZE, {}, { params });
    const lists = await Promise.all(users.map(({ params }) => read(params)));
    const [own] = lists;
    const page = own?.pages[0];
    if (own === undefined || page === undefined) return;
    const ids = own.items.map(identity).toSorted();
    if (lists.some(({ items }) => !sameJson(items.map(identity).toSorted(), ids))) return;
    const message = `each of ${users.length} users has the same ${count} discovery sources`;
    context.report(page.answer, {
      at: '/items',
      expected: 'the sources of the requested user',
      actual: message,
      message,
    });
  },
};
